/** One person beside the list: facts and verbs, roles, sign-ins, and what was changed. */
import { useQuery } from '@apollo/client/react';
import { OneUserDocument, type OneUserQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { hasUnsaved } from '@/kernel/unsaved';
import { useUrlValue } from '@/kernel/urlState';
import { useState } from 'react';
import { Dialog, Drawer, QueryStates, Skeleton, Tabs } from '@/ui';
import { dataLabels } from '../dataLabels';
import { labels } from '../labels';
import { PersonalData } from './PersonalData';
import { RoleEditor } from './RoleEditor';
import { StateTag, ConflictTags } from './tags';
import { UserHistory } from './UserHistory';
import { UserOverview } from './UserOverview';
import { UserSessions } from './UserSessions';

interface UserDrawerProps {
  id: string;
  /** The name as the list has it, until the person is loaded. */
  name: string | undefined;
  down: boolean;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function UserDrawer({ id, name, down, onClose, onPrevious, onNext }: UserDrawerProps) {
  const words = useLabels(labels);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const query = useQuery(OneUserDocument, { variables: { id }, fetchPolicy: UNTOLD });
  const { data } = query;
  // A changed set of roles is not thrown away by a key press.
  const guarded = (go: (() => void) | undefined) =>
    go && (() => (hasUnsaved() ? setLeaving(() => go) : go()));
  return (
    <Drawer
      title={data?.user.name ?? name ?? words.person}
      onClose={guarded(onClose) ?? onClose}
      onPrevious={guarded(onPrevious)}
      onNext={guarded(onNext)}
    >
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {(shown) => <UserRecord data={shown} down={down} onGone={onClose} />}
      </QueryStates>
      {leaving && (
        <Dialog
          title={words.discardTitle}
          confirm={words.discard}
          danger
          onConfirm={leaving}
          onClose={() => setLeaving(null)}
        >
          {null}
        </Dialog>
      )}
    </Drawer>
  );
}

function UserRecord({
  data,
  down,
  onGone,
}: {
  data: OneUserQuery;
  down: boolean;
  onGone: () => void;
}) {
  const words = useLabels(labels);
  const dataWords = useLabels(dataLabels);
  const mayErase = useMay('users.erase');
  const [part, setPart] = useUrlValue('part');
  const { user, managers, accessRules } = data;
  const lastManager = managers.totalCount === 1 && managers.edges[0]?.node.id === user.id;
  const circumstances = { down, lastManager, aloneHere: managers.totalCount < 2 };
  return (
    <>
      <div className="us-head">
        <StateTag state={user.state} />
        {user.isSelf && <span className="g-muted">({words.you})</span>}
        <ConflictTags conflicts={user.conflicts} />
      </div>
      <Tabs
        name={user.name}
        active={part ?? 'facts'}
        onChange={(key) => setPart(key === 'facts' ? null : key, { replace: true })}
        tabs={[
          {
            key: 'facts',
            label: words.facts,
            render: () => (
              <UserOverview user={user} circumstances={circumstances} onGone={onGone} />
            ),
          },
          {
            key: 'roles',
            label: words.roles,
            count: user.roles.length,
            render: () => (
              <RoleEditor
                key={user.roles.join()}
                user={user}
                circumstances={circumstances}
                refusesConflicts={accessRules.refuseConflicts}
                refusesCombining={!accessRules.combineReason}
              />
            ),
          },
          {
            key: 'sessions',
            label: words.signIns,
            render: () => <UserSessions user={user} down={down} />,
          },
          ...(mayErase
            ? [
                {
                  key: 'data',
                  label: dataWords.personalData,
                  render: () => (
                    <PersonalData user={user} circumstances={circumstances} onGone={onGone} />
                  ),
                },
              ]
            : []),
          { key: 'history', label: words.history, render: () => <UserHistory user={user} /> },
        ]}
      />
    </>
  );
}

/** How the address names the open person, for lists of people. */
export const RECORD = { record: 'person', recordKeys: ['part'] } as const;

/** The address with another person open, or none. */
export function withPerson(search: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (id === null) {
    next.delete('person');
    next.delete('part');
  } else next.set('person', id);
  return next;
}
