/** Chooses the ERP: each says what its tests ran against before anybody decides for it. */
import { useMutation } from '@apollo/client/react';
import { SaveErpDraftDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import type { Configuration, Connector } from '../parts';

interface ConnectDialogProps {
  connectors: readonly Connector[];
  configuration: Configuration;
  onClose: () => void;
}

export function ConnectDialog({
  connectors,
  configuration: { active, draft },
  onClose,
}: ConnectDialogProps) {
  const words = useLabels(labels);
  const [save] = useMutation(SaveErpDraftDocument);
  const refreshed = useRefreshed();
  const present = draft ?? active;
  const form = useForm({
    initial: { kind: present?.kind ?? '' },
    check: ({ kind }) => (kind ? [] : [{ path: null, message: words.noChoice }]),
    send: async ({ kind }) => {
      const { refused } = await attempt(
        async () =>
          (await save({ variables: { kind, revision: draft?.revision ?? null } })).data
            ?.saveErpDraft,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.begun);
    },
  });
  return (
    <FormDialog
      title={present ? words.changeErp : words.connect}
      confirm={words.begin}
      form={form}
      onClose={onClose}
    >
      {present && <p>{words.changeErpHelp}</p>}
      {connectors.length === 0 && <p>{words.noConnectors}</p>}
      <fieldset className="ec-kinds">
        <legend>{words.choose}</legend>
        {connectors.map(({ kind, name, evidence }) => (
          <label key={kind} className="ec-kind">
            <input
              type="radio"
              name={`${form.id}-kind`}
              checked={form.values.kind === kind}
              onChange={() => form.change({ kind })}
            />
            <span>
              {name} <span className="g-sub">{words[evidence]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
