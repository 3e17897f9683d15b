/** The live region "Notifications": the three gravest notices, pausing while pointed at or focused. */
import { useEffect, useId, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { defineLabels, plural, useLabels } from '@/kernel/i18n';
import { TOAST_LIFETIME_MS } from '@/kernel/constants';
import { messagePath } from '@/kernel/paths';
import { usePreference } from '@/kernel/preferences';
import { useStore } from '@/kernel/store';
import { announced } from './announcing';
import { Button } from './Button';
import { Icon } from './Icon';
import { labels } from './labels';
import {
  dismissMore,
  dismissToast,
  isRead,
  lifetime,
  markRead,
  moreToasts,
  toasts,
  type Severity,
  type Toast,
} from './toasts';
import { modals } from './useModal';

const READ_AFTER_MS = 1000;

const ICONS: Readonly<Record<Severity, string>> = {
  success: 'check-circle',
  info: 'info-circle',
  warn: 'exclamation-triangle',
  error: 'times-circle',
};

const own = defineLabels({
  region: { en: 'Notifications', da: 'Notifikationer' },
  more: {
    en: (count: number) => `${count} more ${plural.en(count, 'message', 'messages')}`,
    da: (count: number) => `${count} ${plural.da(count, 'meddelelse', 'meddelelser')} mere`,
  },
  open: { en: 'Open in Messages', da: 'Åbn i Meddelelser' },
});

/** A modal dialog makes all outside it unreachable, so that while one is open the notices stand in it. `apart`: what they lead to opens beside this page. */
export function ToastArea({ apart = false }: { apart?: boolean }) {
  const modal = useStore(modals).at(-1);
  // The page's own region stays, even empty: one that came together with a notice would not be read out.
  return (
    <>
      <Region isShown={!modal} apart={apart} />
      {modal &&
        createPortal(
          <Region
            isShown
            apart={apart}
            onEscape={() => modal.dispatchEvent(new Event('cancel', { cancelable: true }))}
          />,
          modal,
        )}
    </>
  );
}

function Region({
  isShown,
  apart,
  onEscape,
}: {
  isShown: boolean;
  apart: boolean;
  onEscape?: () => void;
}) {
  const told = useStore(toasts);
  const said = useStore(announced);
  const words = useLabels(own);
  const area = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const target = apart ? '_blank' : undefined;
  const shown = isShown ? told : [];
  const more = useStore(moreToasts);
  useRoomBelow(area, isShown);
  // The focus goes on to the next notice, and from the last one back to where it came from.
  const passFocus = (from: Element | null) => {
    if (!area.current?.contains(document.activeElement)) return;
    const next = from?.nextElementSibling ?? from?.previousElementSibling;
    (next?.querySelector('button') ?? cameFrom.current)?.focus();
  };
  return (
    <div
      ref={area}
      className="g-toasts"
      role="region"
      aria-label={words.region}
      aria-live="polite"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget as HTMLElement | null;
      }}
      onKeyDown={
        onEscape &&
        ((event) => {
          // As of any key in a question: what lies behind it does not hear it.
          event.stopPropagation();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onEscape();
        })
      }
    >
      <p className="g-sr">{isShown && said}</p>
      {isShown && more > 0 && <More key={more} text={words.more(more)} target={target} />}
      {shown.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          target={target}
          openWord={words.open}
          onLeave={passFocus}
        />
      ))}
    </div>
  );
}

/** One line for all that has no room, as long as a notice: it leads to where they stand. */
function More({ text, target }: { text: string; target: '_blank' | undefined }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(dismissMore, TOAST_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <p
      className="g-toast-more"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Link to={messagePath(null)} target={target} onClick={dismissMore}>
        {text}
      </Link>
    </p>
  );
}

/** Tells the page how much of its end is covered, so that all of it can be scrolled into sight. */
function useRoomBelow(area: RefObject<HTMLDivElement | null>, isShown: boolean): void {
  useEffect(() => {
    const host = area.current;
    if (!isShown || !host || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--g-toasts', `${host.offsetHeight}px`),
    );
    observer.observe(host);
    return () => {
      observer.disconnect();
      style.removeProperty('--g-toasts');
    };
  }, [area, isShown]);
}

function ToastCard({
  toast,
  target,
  openWord,
  onLeave,
}: {
  toast: Toast;
  target: '_blank' | undefined;
  openWord: string;
  onLeave: (card: Element | null) => void;
}) {
  const words = useLabels(labels);
  const id = useId();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  // Watched, so that a change of the preference counts at once.
  usePreference('keepErrors');
  const life = lifetime(toast.severity);
  const card = useRef<HTMLDivElement>(null);
  const close = () => {
    onLeave(card.current);
    dismissToast(toast.id);
  };
  useEffect(() => {
    if (life === null || pointed || focused) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), life);
    return () => clearTimeout(timer);
    // Told once more, it stays as long again.
  }, [life, pointed, focused, toast.id, toast.count]);
  // Where a dialog opens or closes it stands elsewhere, which is no news.
  const isNews = !isRead(toast);
  useEffect(() => {
    const timer = setTimeout(() => markRead(toast), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div
      ref={card}
      className={`g-toast g-toast-${toast.severity}`}
      // An error interrupts; the rest waits until the screen reader has finished.
      role={isNews && toast.severity === 'error' ? 'alert' : undefined}
      aria-live={isNews ? undefined : 'off'}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent<HTMLElement>) =>
        setFocused(event.currentTarget.contains(event.relatedTarget))
      }
    >
      <Icon name={ICONS[toast.severity]} />
      <div>
        <strong>
          {toast.title}
          {toast.count > 1 && <span className="g-toast-count"> ×{toast.count}</span>}
        </strong>
        <p id={id}>{toast.text}</p>
        {toast.to && (
          <Link to={toast.to} target={target} onClick={close}>
            {openWord}
          </Link>
        )}
      </div>
      <Button
        look="quiet"
        small
        icon="times"
        aria-label={words.dismiss}
        aria-describedby={id}
        onClick={close}
      />
    </div>
  );
}
