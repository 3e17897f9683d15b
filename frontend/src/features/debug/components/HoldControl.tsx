/** Holding background work: nothing begins until it is released. The realm’s name is typed before. */
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { HoldWorkDocument, ReleaseWorkDocument, type DebugWorkQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { pageSettings } from '@/kernel/settings';
import {
  AgeText,
  attempt,
  Button,
  FormDialog,
  Icon,
  TextField,
  tellDone,
  useAct,
  useForm,
  useRefreshed,
} from '@/ui';
import { workLabels } from '../workLabels';

type Hold = DebugWorkQuery['debugWork']['hold'] | null;

export function HoldControl({ hold }: { hold: Hold }) {
  const words = useLabels(workLabels);
  const may = useMay('debug.act');
  const client = useApolloClient();
  const act = useAct();
  const [asking, setAsking] = useState(false);
  const release = () =>
    act(
      async () => (await client.mutate({ mutation: ReleaseWorkDocument })).data?.releaseWork,
      words.released,
    );
  return (
    <>
      {hold && (
        <div className="g-notice g-tone-warn db-verdict" role="status">
          <Icon name="pause-circle" />
          <span>
            {words.held(hold.byName)} <AgeText value={hold.since} />: {hold.reason}
          </span>
          {may && (
            <Button small icon="play" onClick={() => void release()}>
              {words.release}
            </Button>
          )}
        </div>
      )}
      {!hold && may && (
        <div className="g-actions">
          <Button small look="danger" icon="pause" onClick={() => setAsking(true)}>
            {words.hold}
          </Button>
        </div>
      )}
      {asking && <HoldDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(workLabels);
  const client = useApolloClient();
  const refreshed = useRefreshed();
  const { realm } = pageSettings(location, globalThis.window.giroscope);
  const form = useForm({
    initial: { reason: '', realm: '' },
    check: (values) => [
      ...(values.reason.trim() === '' ? [{ path: 'reason', message: words.reasonDue }] : []),
      ...(values.realm.trim() === realm ? [] : [{ path: 'realm', message: words.realmDue(realm) }]),
    ],
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () =>
          (await client.mutate({ mutation: HoldWorkDocument, variables: { reason } })).data
            ?.holdWork,
      );
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.holdDone);
      void refreshed();
    },
  });
  return (
    <FormDialog title={words.holdTitle} confirm={words.hold} form={form} onClose={onClose}>
      <p>{words.holdHelp}</p>
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
      <TextField form={form} name="realm" label={words.typeRealm(realm)} />
    </FormDialog>
  );
}
