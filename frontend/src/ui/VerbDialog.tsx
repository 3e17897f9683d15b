/** Asks before something that cannot be taken back, and stays open with the reason when it is refused. */
import { useState, type ReactNode } from 'react';
import { tellDone, useRefreshed, type Ended } from './acting';
import { Dialog } from './Dialog';
import { Refusal } from './Refusal';

interface VerbDialogProps {
  title: string;
  confirm: string;
  danger?: boolean;
  /** What is told once it is done; of what came of it, where that differs. */
  done: string | ((id: string) => string);
  act: () => Promise<Ended>;
  onClose: () => void;
  /** What else is to happen once it is done. */
  onDone?: () => void;
  children: ReactNode;
}

export function VerbDialog({
  title,
  confirm,
  danger = false,
  done,
  act,
  onClose,
  onDone,
  children,
}: VerbDialogProps) {
  const refreshed = useRefreshed();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const go = async () => {
    setBusy(true);
    const ended = await act();
    if (ended.refused) {
      setBusy(false);
      setRefused(ended.refused.message);
      return;
    }
    onDone?.();
    await refreshed();
    onClose();
    tellDone(typeof done === 'function' ? done(ended.id ?? '') : done);
  };
  return (
    <Dialog
      title={title}
      confirm={confirm}
      danger={danger}
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {children}
      {refused && <Refusal>{refused}</Refusal>}
    </Dialog>
  );
}
