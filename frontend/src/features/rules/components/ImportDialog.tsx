/** Takes a file of rules in, each as a draft. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { ImportRulesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [take] = useMutation(ImportRulesDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { file: '' },
    check: () => (file ? [] : [{ path: null, message: words.importNone }]),
    send: async () => {
      const document = (await file?.text()) ?? '';
      const { refused } = await attempt(async () => (await take({ variables: { document } })).data?.importRules);
      await refreshed();
      return refused ? [{ ...refused, path: null, message: [refused.message, refused.path].filter(Boolean).join(' · ') }] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.imported);
    },
  });
  return (
    <FormDialog title={words.importTitle} confirm={words.import} form={form} onClose={onClose}>
      <p>{words.importHelp}</p>
      <div className="g-field">
        <label htmlFor={id}>{words.importFile}</label>
        <input
          id={id} type="file" accept="application/json,.json" className="p-inputtext p-component"
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            setFile(chosen);
            form.change({ file: chosen?.name ?? '' });
          }}
        />
      </div>
    </FormDialog>
  );
}
