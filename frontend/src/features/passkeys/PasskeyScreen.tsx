/** One’s own passkeys, and for account managers everybody’s, those first that wait for them. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OwnPasskeysDocument, PeoplesPasskeysDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, EmptyState, Page, QueryStates, Skeleton } from '@/ui';
import { PasskeyTable } from './components/PasskeyTable';
import { RegisterDialog } from './components/RegisterDialog';
import { labels } from './labels';

export function PasskeyScreen() {
  const words = useLabels(labels);
  const mayConfirm = useMay('passkeys.confirm');
  const [registering, setRegistering] = useState(false);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Button look="primary" icon="plus" onClick={() => setRegistering(true)}>
          {words.register}
        </Button>
      }
    >
      <div className="g-stack">
        <Own />
        {mayConfirm && <Peoples />}
      </div>
      {registering && <RegisterDialog onClose={() => setRegistering(false)} />}
    </Page>
  );
}

function Own() {
  const words = useLabels(labels);
  const query = useQuery(OwnPasskeysDocument);
  return (
    <section className="g-stack">
      <h2>{words.own}</h2>
      <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
        {({ passkeys }) =>
          passkeys.length > 0 ? (
            <PasskeyTable caption={words.own} rows={passkeys} />
          ) : (
            <EmptyState picture="people" title={words.none}>
              {words.noneHelp}
            </EmptyState>
          )
        }
      </QueryStates>
    </section>
  );
}

function Peoples() {
  const words = useLabels(labels);
  const query = useQuery(PeoplesPasskeysDocument);
  return (
    <section className="g-stack">
      <h2>{words.people}</h2>
      <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
        {({ passkeysOfPeople }) =>
          passkeysOfPeople.length > 0 ? (
            <PasskeyTable caption={words.people} rows={passkeysOfPeople} isOfPeople />
          ) : (
            <p className="g-muted">{words.noneOfPeople}</p>
          )
        }
      </QueryStates>
    </section>
  );
}
