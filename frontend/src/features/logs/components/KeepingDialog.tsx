/** How long the log is kept, how large it may grow, and what it hides. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeLogKeepingDocument, type LogStandingQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { attempt, FormDialog, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

type Keeping = LogStandingQuery['logKeeping'];
const TURNS = ['keepsBytes', 'hidesNames', 'hidesAccounts', 'hidesAmounts', 'hidesTexts'] as const;
const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim());

export function KeepingDialog({ keeping, onClose }: { keeping: Keeping; onClose: () => void }) {
  const words = useLabels(labels);
  const mayChange = useMay('logs.settings');
  const refreshed = useRefreshed();
  const [change] = useMutation(ChangeLogKeepingDocument);
  const { keepsBytes, hidesNames, hidesAccounts, hidesAmounts, hidesTexts, version } = keeping;
  const [turns, setTurns] = useState({
    keepsBytes,
    hidesNames,
    hidesAccounts,
    hidesAmounts,
    hidesTexts,
  });
  const form = useForm({
    initial: { keepDays: String(keeping.keepDays), mostMegabytes: String(keeping.mostMegabytes) },
    check: ({ keepDays, mostMegabytes }) => [
      ...(isWhole(keepDays) ? [] : [{ path: 'keepDays', message: words.wholeNumber }]),
      ...(isWhole(mostMegabytes) ? [] : [{ path: 'mostMegabytes', message: words.wholeNumber }]),
    ],
    send: async ({ keepDays, mostMegabytes }) => {
      const wanted = { ...turns, keepDays: Number(keepDays), mostMegabytes: Number(mostMegabytes) };
      const { refused } = await attempt(
        async () =>
          (await change({ variables: { change: wanted, version } })).data?.changeLogKeeping,
      );
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.saved);
      void refreshed();
    },
  });
  return (
    <FormDialog
      title={words.keepingTitle}
      confirm={words.save}
      form={mayChange ? form : { ...form, busy: true }}
      onClose={onClose}
    >
      <p>{mayChange ? words.keepingHelp : words.onlyManagers}</p>
      <TextField form={form} name="keepDays" label={words.keepDays} />
      <TextField form={form} name="mostMegabytes" label={words.mostMegabytes} />
      <ul className="g-checklist">
        {TURNS.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={turns[name]}
                disabled={!mayChange}
                onChange={(event) => setTurns({ ...turns, [name]: event.target.checked })}
              />
              <span>{words[name]}</span>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
