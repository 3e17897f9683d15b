/** What of the frame is open: the sidebar, beside the content or over it, and the settings. */
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { DESKTOP_FROM_PX } from '@/kernel/constants';
import { prefer, usePreference } from '@/kernel/preferences';
import { lookForRelease } from '@/kernel/release';

/** The sidebar: beside the content on a wide screen unless put away, floating over it otherwise. */
export function useMenu() {
  const menuType = usePreference('menuType');
  const menuHidden = usePreference('menuHidden');
  const floating = !useDesktop() || menuType === 'overlay';
  const [floats, setFloats] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  useEffect(() => setFloats(false), [pathname, floating]);
  const open = floating ? floats : !menuHidden;
  // The page behind a floating menu does not scroll.
  useEffect(() => {
    document.body.classList.toggle('s-still', floating && open);
    return () => document.body.classList.remove('s-still');
  }, [floating, open]);
  /** A menu that is gone keeps no focus: its button has it, until a navigation gives it to the heading. */
  const close = () => {
    if (!floating || !open) return;
    setFloats(false);
    button.current?.focus();
  };
  return {
    floating,
    open,
    button,
    toggle: () => (floating ? setFloats(!floats) : prefer({ menuHidden: !menuHidden })),
    close,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    },
  };
}

const AHEAD_MS = 3000;

/**
 * A part of the frame that comes on first use, or while nothing else goes on, so that the first
 * use finds it there. Not through `lazy`, whose first showing React holds back for a third of a second.
 */
export function usePart<P>(
  fetchPart: () => Promise<ComponentType<P>>,
  wanted: boolean,
): { Part: ComponentType<P> | null } {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (part) return undefined;
    const wait = setTimeout(
      () => {
        // A part that is gone means that another build is served; the notice of it says what to do.
        fetchPart().then(
          (fetched) => setPart(() => fetched),
          () => void lookForRelease(),
        );
      },
      wanted ? 0 : AHEAD_MS,
    );
    return () => clearTimeout(wait);
  }, [fetchPart, wanted, part]);
  return { Part: wanted ? part : null };
}

/** The settings: closed by an outside click, and when the address leads to another record or screen. */
export function useSettings<P>(fetchPanel: () => Promise<ComponentType<P>>) {
  const [open, setOpen] = useState(false);
  const { Part: Panel } = usePart(fetchPanel, open);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => setOpen(false), [pathname, search]);
  return {
    open,
    button,
    Panel,
    show: () => setOpen(true),
    toggle: () => setOpen(!open),
    close: (how: 'back' | 'away') => {
      setOpen(false);
      if (how === 'back') button.current?.focus();
    },
  };
}

function useDesktop(): boolean {
  const query = `(min-width: ${DESKTOP_FROM_PX}px)`;
  const [desktop, setDesktop] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setDesktop(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return desktop;
}
