/** A question that must be answered before going on; the browser's own modal dialog. */
import { useId, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Button } from './Button';
import { labels } from './labels';
import { useModal } from './useModal';

interface DialogProps {
  title: string;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  /** Nothing is left to cancel: what it tells has happened. */
  isReport?: boolean;
  onConfirm: () => void;
  onClose?: () => void;
  children: ReactNode;
}

/** Without `onClose` the dialog can only be confirmed. */
export function Dialog({
  title,
  confirm,
  danger = false,
  busy = false,
  isReport = false,
  onConfirm,
  onClose,
  children,
}: DialogProps) {
  const words = useLabels(labels);
  const modal = useModal(onClose);
  const heading = useId();
  return (
    <dialog {...modal} className="g-dialog" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <div>{children}</div>
      <div className="g-actions g-actions-end">
        {onClose && !isReport && <Button onClick={onClose}>{words.cancel}</Button>}
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
