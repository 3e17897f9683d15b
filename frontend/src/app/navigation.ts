/** What happens around a navigation: the view at the top, good news gone, focus on the heading. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, NavigationType } from 'react-router';
import { clearGoodNews, HEADING_ID } from '@/ui';

const RESTORE_FOR_MS = 1500;
const positions = new Map<string, number>();

/** Run the effects of a changed path. A changed drawer or filter is no navigation. */
export function useNavigationEffects(): void {
  const { pathname, key } = useLocation();
  const kind = useNavigationType();
  const previous = useRef(pathname);

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    clearGoodNews();
    const back = kind === NavigationType.Pop ? positions.get(key) : undefined;
    window.scrollTo(0, 0);
    return whenReady(
      () => focusHeading(),
      () => back === undefined || scrollBack(back),
    );
  }, [pathname, key, kind]);
}

function focusHeading(): boolean {
  const heading = document.getElementById(HEADING_ID);
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

function scrollBack(to: number): boolean {
  window.scrollTo(0, to);
  return Math.abs(window.scrollY - to) < 2;
}

/** Try each step until it succeeds or the time is over: screens and their rows arrive late. */
function whenReady(...steps: (() => boolean)[]): () => void {
  const deadline = performance.now() + RESTORE_FOR_MS;
  let frame = 0;
  const attempt = () => {
    while (steps[0]?.()) steps.shift();
    if (steps.length > 0 && performance.now() < deadline) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
