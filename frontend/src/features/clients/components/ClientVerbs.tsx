/** Asks before a client is switched, loses its secret, or goes. */
import {
  DeleteApiClientDocument,
  RotateApiClientSecretDocument,
  SwitchApiClientDocument,
  type ApiClientLineFragment,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, VerbDialog, attempt, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { told, type Told } from '../told';

interface VerbProps {
  client: ApiClientLineFragment;
  onClose: () => void;
}

export function SwitchDialog({ client, onClose }: VerbProps) {
  const words = useLabels(labels);
  const on = client.state === 'OFF';
  return (
    <VerbDialog
      title={on ? words.switchOnOf(client.name) : words.switchOffOf(client.name)}
      confirm={on ? words.switchOn : words.switchOff}
      danger={!on}
      done={on ? words.switchedOn : words.switchedOff}
      act={() =>
        attempt(async () => {
          const variables = { id: client.id, on };
          const answer = await dataClient.mutate({ mutation: SwitchApiClientDocument, variables });
          return answer.data?.switchApiClient;
        })
      }
      onClose={onClose}
    >
      <p>{on ? words.uploadsHelp : words.switchOffHelp}</p>
    </VerbDialog>
  );
}

export function RemoveDialog({ client, onClose }: VerbProps) {
  const words = useLabels(labels);
  return (
    <VerbDialog
      title={words.removeOf(client.name)}
      confirm={words.remove}
      danger
      done={words.removed}
      act={() =>
        attempt(async () => {
          const variables = { id: client.id };
          const answer = await dataClient.mutate({ mutation: DeleteApiClientDocument, variables });
          return answer.data?.deleteApiClient;
        })
      }
      onClose={onClose}
    >
      <p>{words.removeHelp}</p>
    </VerbDialog>
  );
}

export function RotateDialog({
  client,
  onClose,
  onMade,
}: VerbProps & { onMade: (made: Told) => void }) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: {},
    send: async () => {
      const { made, refused } = await told(client.name, async () => {
        const variables = { id: client.id };
        const mutation = RotateApiClientSecretDocument;
        return (await dataClient.mutate({ mutation, variables })).data?.rotateApiClientSecret;
      });
      if (made) onMade(made);
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      void refreshed();
    },
  });
  return (
    <FormDialog
      title={words.rotateOf(client.name)}
      confirm={words.rotate}
      form={form}
      onClose={onClose}
    >
      <p>{words.rotateHelp}</p>
      <p className="g-muted">{words.uploadsHelp}</p>
    </FormDialog>
  );
}
