/**
 * A record opened beside its list. The list stays usable; Escape closes, the bracket keys go
 * to the neighbours, and the focus returns to where it came from.
 */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { shortcutOf } from '@/kernel/shortcuts';
import { Button } from './Button';
import { labels } from './labels';

interface DrawerProps {
  title: string;
  onClose: () => void;
  /** Given, if only as nothing, where the record has a list and so may have neighbours. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

export function Drawer(props: DrawerProps) {
  const { title, onClose, onPrevious, onNext, actions, children } = props;
  const isListed = 'onPrevious' in props;
  const words = useLabels(labels);
  const panel = useRef<HTMLElement>(null);
  // Before it is painted: whoever sees it can already close it.
  useLayoutEffect(() => {
    const cameFrom = document.activeElement as HTMLElement | null;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (cameFrom?.isConnected) cameFrom.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if ((event.target as Element).closest('input, select, textarea, [role=dialog] [role=dialog]'))
        return;
      const meant = shortcutOf(event, 'drawer');
      const act =
        meant && { close: onClose, previousRecord: onPrevious, nextRecord: onNext }[meant];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose, onPrevious, onNext]);
  return (
    <aside ref={panel} className="g-drawer" role="dialog" aria-label={title} tabIndex={-1}>
      <header className="g-drawer-head">
        <h2>{title}</h2>
        <div className="g-actions">
          {actions}
          {isListed && (
            <Button
              look="quiet"
              small
              icon="chevron-up"
              aria-label={words.previousRecord}
              disabled={!onPrevious}
              onClick={onPrevious}
            />
          )}
          {isListed && (
            <Button
              look="quiet"
              small
              icon="chevron-down"
              aria-label={words.nextRecord}
              disabled={!onNext}
              onClick={onNext}
            />
          )}
          <Button look="quiet" small icon="times" aria-label={words.close} onClick={onClose} />
        </div>
      </header>
      <div className="g-drawer-body">{children}</div>
    </aside>
  );
}

/** The records before and after one, as actions for a drawer. */
export function neighbours<Row>(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
  open: (row: Row) => void,
) {
  const at = rows.findIndex(isOpen);
  const before = at > 0 ? rows[at - 1] : undefined;
  const after = at >= 0 ? rows[at + 1] : undefined;
  return { onPrevious: before && (() => open(before)), onNext: after && (() => open(after)) };
}
