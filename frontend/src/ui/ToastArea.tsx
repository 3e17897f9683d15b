/** The live region "Notifications": the newest three notices, pausing while pointed at or focused. */
import { useEffect, useId, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { Link } from 'react-router';
import { defineLabels, useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Button } from './Button';
import { Icon } from './Icon';
import { labels } from './labels';
import { clearToasts, dismissToast, lifetime, MOST_AT_ONCE, toasts, type Severity, type Toast } from './toasts';

const ICONS: Readonly<Record<Severity, string>> = { success: 'check-circle', info: 'info-circle', warn: 'exclamation-triangle', error: 'times-circle' };

const own = defineLabels({
  region: { en: 'Notifications', da: 'Notifikationer' },
  more: { en: (count: number) => `${count} more`, da: (count: number) => `${count} flere` },
  closeAll: { en: 'Close all', da: 'Luk alle' },
  open: { en: 'Open in Messages', da: 'Åbn i Meddelelser' },
});

export function ToastArea() {
  const shown = useStore(toasts);
  const words = useLabels(own);
  const waiting = Math.max(0, shown.length - MOST_AT_ONCE);
  const area = useRef<HTMLDivElement>(null);
  useRoomBelow(area);
  return (
    <div ref={area} className="g-toasts" role="region" aria-label={words.region} aria-live="polite">
      {waiting > 0 && (
        <p className="g-toast-more">
          {words.more(waiting)}
          <Button look="quiet" small onClick={clearToasts}>{words.closeAll}</Button>
        </p>
      )}
      {shown.slice(waiting).map((toast) => <ToastCard key={toast.id} toast={toast} openWord={words.open} />)}
    </div>
  );
}

/** Tells the page how much of its end is covered, so that all of it can be scrolled into sight. */
function useRoomBelow(area: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const host = area.current;
    if (!host || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--g-toasts', `${host.offsetHeight}px`));
    observer.observe(host);
    return () => {
      observer.disconnect();
      style.removeProperty('--g-toasts');
    };
  }, [area]);
}

function ToastCard({ toast, openWord }: { toast: Toast; openWord: string }) {
  const words = useLabels(labels);
  const id = useId();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const life = lifetime(toast.severity);
  const close = () => dismissToast(toast.id);
  useEffect(() => {
    if (life === null || pointed || focused) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), life);
    return () => clearTimeout(timer);
    // Told once more, it stays as long again.
  }, [life, pointed, focused, toast.id, toast.count]);
  return (
    <div
      className={`g-toast g-toast-${toast.severity}`}
      // An error interrupts; the rest waits until the screen reader has finished.
      role={toast.severity === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <Icon name={ICONS[toast.severity]} />
      <div>
        <strong>{toast.title}{toast.count > 1 && <span className="g-toast-count"> ×{toast.count}</span>}</strong>
        <p id={id}>{toast.text}</p>
        {toast.to && <Link to={toast.to} onClick={close}>{openWord}</Link>}
      </div>
      <Button look="quiet" small icon="times" aria-label={words.dismiss} aria-describedby={id} onClick={close} />
    </div>
  );
}
