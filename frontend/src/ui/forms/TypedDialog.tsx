/** A dialog that holds typed input: closing it with something typed asks first. */
import { useRef, useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useUnsaved } from '@/kernel/unsaved';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { labels } from '../labels';

interface TypedDialogProps {
  title: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  dirty: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function TypedDialog({ dirty, onClose, children, ...rest }: TypedDialogProps) {
  const words = useLabels(labels);
  const [leaving, setLeaving] = useState(false);
  const typed = useRef<HTMLDivElement>(null);
  useUnsaved(dirty);
  const keep = () => {
    setLeaving(false);
    // The pressed button is gone; the keys belong to what is being written.
    typed.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <Dialog {...rest} onClose={() => (dirty ? setLeaving(true) : onClose())}>
      <div ref={typed}>{children}</div>
      {leaving && (
        <div className="g-notice g-tone-warn g-leaving" role="alert">
          <span>{words.discardTitle}</span>
          <Button small look="danger" onClick={onClose}>
            {words.discard}
          </Button>
          <Button small onClick={keep}>
            {words.keep}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
