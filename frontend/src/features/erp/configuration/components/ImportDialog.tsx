/** Makes the draft what a file says; what the file cannot hold, the secrets, is said before. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { ImportErpConfigurationDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

export function ImportDialog({ revision, onClose }: { revision: number | null; onClose: () => void }) {
  const words = useLabels(labels);
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [take] = useMutation(ImportErpConfigurationDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { file: '' },
    check: () => (file ? [] : [{ path: null, message: words.importNone }]),
    send: async () => {
      const document = (await file?.text()) ?? '';
      const { refused } = await attempt(async () => (await take({ variables: { document, revision } })).data?.importErpConfiguration);
      await refreshed();
      return refused ? [refused] : [];
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
