/** A question that must be answered before going on; the browser's own modal dialog. */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Button } from './Button';
import { labels } from './labels';

interface DialogProps {
  title: string;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose?: () => void;
  children: ReactNode;
}

/** Without `onClose` the dialog can only be confirmed. */
export function Dialog({ title, confirm, danger = false, busy = false, onConfirm, onClose, children }: DialogProps) {
  const words = useLabels(labels);
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    // What lies behind a question does not hear its keys, such as Escape or the drawer's brackets.
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // At a second Escape in a row the browser would close the dialog without asking.
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={element} className="g-dialog" aria-labelledby={heading} onKeyDown={onKey} onCancel={(event) => { event.preventDefault(); onClose?.(); }}>
      <h2 id={heading}>{title}</h2>
      <div>{children}</div>
      <div className="g-actions g-actions-end">
        {onClose && <Button onClick={onClose}>{words.cancel}</Button>}
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>{confirm}</Button>
      </div>
    </dialog>
  );
}
