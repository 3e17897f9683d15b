/** A button that opens a small panel under itself; Escape and an outside click close it. */
import { useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from './Icon';
import { RemoveButton } from './RemoveButton';
import { useDismiss } from './useDismiss';

interface PopoverProps {
  label: ReactNode;
  name: string;
  icon?: string;
  active?: boolean;
  align?: 'start' | 'end';
  /** Stands in its place and opens nothing, such as while what it acts on is coming. */
  disabled?: boolean;
  /** Takes back what is set; shown beside the name while something is. */
  onRemove?: (() => void) | undefined;
  children: (close: () => void) => ReactNode;
}

export function Popover({
  label,
  name,
  icon,
  active = false,
  align = 'start',
  disabled = false,
  onRemove,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  useDismiss(
    host,
    () => {
      setOpen(false);
      if (host.current?.contains(document.activeElement)) trigger.current?.focus();
    },
    open,
  );
  return (
    <div className={`g-popover${active && onRemove ? ' g-removable' : ''}`} ref={host}>
      <button
        ref={trigger}
        type="button"
        className={`g-chip${active ? ' g-chip-active' : ''}`}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        <span>{label}</span>
        <Icon name="chevron-down" className="g-chip-caret" />
      </button>
      {active && onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      {open && (
        <div
          id={panel}
          role="dialog"
          aria-label={name}
          className={`g-popover-panel g-popover-${align}`}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
