/** Taking one process out of use, with a reason; its name is typed before. */
import { useApolloClient } from '@apollo/client/react';
import { DrainProcessDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { attempt, FormDialog, Icon, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { processLabels } from './labels';

interface DrainDialogProps {
  name: string;
  /** No other process is at work. */
  isLast: boolean;
  onClose: () => void;
}

export function DrainDialog({ name, isLast, onClose }: DrainDialogProps) {
  const words = useLabels(processLabels);
  const client = useApolloClient();
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '', name: '' },
    check: (values) => [
      ...(values.reason.trim() === '' ? [{ path: 'reason', message: words.reasonDue }] : []),
      ...(values.name.trim() === name ? [] : [{ path: 'name', message: words.nameDue(name) }]),
    ],
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () =>
          (await client.mutate({ mutation: DrainProcessDocument, variables: { name, reason } }))
            .data?.drainProcess,
      );
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.drainDone(name));
      void refreshed();
    },
  });
  return (
    <FormDialog title={words.drainTitle(name)} confirm={words.drain} form={form} onClose={onClose}>
      {isLast ? (
        <div className="g-notice g-tone-warn db-verdict" role="status">
          <Icon name="exclamation-triangle" />
          <span>{words.drainLast}</span>
        </div>
      ) : (
        <p>{words.drainHelp}</p>
      )}
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
      <TextField form={form} name="name" label={words.typeName(name)} />
    </FormDialog>
  );
}
