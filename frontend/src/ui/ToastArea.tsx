/** The live region "Notifications": at most three notices at once, pausing while pointed at. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { defineLabels, useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Button } from './Button';
import { Icon } from './Icon';
import { labels } from './labels';
import { dismissToast, lifetime, toasts, type Severity, type Toast } from './toasts';

const MOST_AT_ONCE = 3;
const ICONS: Readonly<Record<Severity, string>> = { success: 'check-circle', info: 'info-circle', warn: 'exclamation-triangle', error: 'times-circle' };

const own = defineLabels({
  region: { en: 'Notifications', da: 'Notifikationer' },
  more: { en: (count: number) => `${count} more`, da: (count: number) => `${count} flere` },
  open: { en: 'Open in Messages', da: 'Åbn i Meddelelser' },
});

export function ToastArea() {
  const shown = useStore(toasts);
  const words = useLabels(own);
  const visible = shown.slice(0, MOST_AT_ONCE);
  return (
    <div className="g-toasts" role="region" aria-label={words.region} aria-live="polite">
      {visible.map((toast) => <ToastCard key={toast.id} toast={toast} openWord={words.open} />)}
      {shown.length > MOST_AT_ONCE && <p className="g-toast-more">{words.more(shown.length - MOST_AT_ONCE)}</p>}
    </div>
  );
}

function ToastCard({ toast, openWord }: { toast: Toast; openWord: string }) {
  const words = useLabels(labels);
  const [held, setHeld] = useState(false);
  const life = lifetime(toast.severity);
  useEffect(() => {
    if (life === null || held) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), life);
    return () => clearTimeout(timer);
  }, [life, held, toast.id, toast.count]);
  return (
    <div
      className={`g-toast g-toast-${toast.severity}`}
      role={toast.severity === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[toast.severity]} />
      <div>
        <strong>{toast.title}{toast.count > 1 && ` ×${toast.count}`}</strong>
        <p>{toast.text}</p>
        {toast.to && <Link to={toast.to}>{openWord}</Link>}
      </div>
      <Button look="quiet" small icon="times" aria-label={words.dismiss} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
