/** Asks for one file of text and takes it in; what is wrong with it stands at the field. */
import { useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { attempt, tellDone, useRefreshed, type Answer } from '../acting';
import { fileLabels } from './fileLabels';
import { FormDialog } from './FormDialog';
import { fieldId } from './TextField';
import { useForm } from './useForm';

interface FileDialogProps {
  title: string;
  confirm: string;
  /** What becomes of the file, said before it is chosen. */
  help: string;
  /** What kind of file, as an input takes it. */
  accept: string;
  take: (text: string) => Promise<Answer | undefined>;
  /** What is told once it is in; asked for only then. */
  done: string | (() => string);
  onClose: () => void;
  /** What stands below the field, such as how far it is. */
  children?: ReactNode;
}

export function FileDialog({
  title,
  confirm,
  help,
  accept,
  take,
  done,
  onClose,
  children,
}: FileDialogProps) {
  const words = useLabels(fileLabels);
  const [file, setFile] = useState<File | null>(null);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { file: '' },
    check: () => (file ? [] : [{ path: 'file', message: words.none }]),
    send: async () => {
      const text = (await file?.text()) ?? '';
      const { refused } = await attempt(async () => take(text));
      await refreshed();
      // The path is of a place in the file, which is no field here: it is told beside the reason.
      return refused
        ? [{ path: 'file', message: [refused.message, refused.path].filter(Boolean).join(' · ') }]
        : [];
    },
    onDone: () => {
      onClose();
      tellDone(typeof done === 'string' ? done : done());
    },
  });
  const id = fieldId(form.id, 'file');
  const flaw = form.flaws.find(({ field }) => field === 'file')?.message;
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      <p>{help}</p>
      <div className="g-field">
        <label htmlFor={id}>{words.file}</label>
        <input
          id={id}
          type="file"
          accept={accept}
          className="p-inputtext p-component"
          aria-invalid={flaw ? true : undefined}
          aria-describedby={flaw && `${id}-flaw`}
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null;
            setFile(chosen);
            form.change({ file: chosen?.name ?? '' });
          }}
        />
        {flaw && (
          <p id={`${id}-flaw`} className="g-field-error">
            {flaw}
          </p>
        )}
      </div>
      {children}
    </FormDialog>
  );
}
