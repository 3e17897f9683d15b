/** Asks for a note before a message is resolved for everybody. */
import { useId, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Dialog } from '@/ui';
import { labels } from '../labels';

const LONGEST_NOTE = 1000;

export function ResolveDialog({ onResolve, onClose }: { onResolve: (note: string) => Promise<void>; onClose: () => void }) {
  const words = useLabels(labels);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useId();
  const resolve = async () => {
    setBusy(true);
    await onResolve(note.trim());
    onClose();
  };
  return (
    <Dialog title={words.resolveTitle} confirm={words.resolve} busy={busy} onConfirm={() => void resolve()} onClose={onClose}>
      <p>{words.resolveHelp}</p>
      <label className="m-note" htmlFor={field}>
        {words.note}
        <small>{words.noteHint}</small>
      </label>
      <textarea id={field} className="p-inputtextarea p-inputtext p-component g-block" rows={3} maxLength={LONGEST_NOTE} value={note} onChange={(event) => setNote(event.target.value)} />
    </Dialog>
  );
}
