/** What happens around a navigation: the view at the top, notices gone, focus on the heading. */
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, NavigationType } from 'react-router';
import { clearPassing, HEADING_ID } from '@/ui';

const RESTORE_FOR_MS = 1500;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;
const positions = new Map<string, number>();

/** Run the effects of a changed path. A changed drawer or filter is no navigation. */
export function useNavigationEffects(): void {
  const { pathname, key } = useLocation();
  const kind = useNavigationType();
  const previous = useRef(pathname);
  const arrival = useRef({ key, kind });
  arrival.current = { key, kind };

  // By the path alone: an address that is changed while its screen still comes is the same navigation.
  useLayoutEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    clearPassing();
    const { key: at, kind: how } = arrival.current;
    const back = how === NavigationType.Pop ? positions.get(at) : undefined;
    window.scrollTo(0, 0);
    return whenReady(
      () => focusHeading(),
      () => back === undefined || scrollBack(back),
    );
  }, [pathname]);

  // Below the scrolling to the top, which is no place that anybody chose on the page they left.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    // The same place under another address, such as with its first row in it: nothing scrolls there.
    if (arrival.current.kind !== NavigationType.Pop) remember();
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
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

/**
 * Try each step until it succeeds: screens and their rows arrive late, over a slow line very late.
 * Whoever does something of their own after a moment is left to it.
 */
function whenReady(...steps: (() => boolean)[]): () => void {
  const deadline = performance.now() + RESTORE_FOR_MS;
  let frame = 0;
  let isTouched = false;
  const touch = () => {
    isTouched = true;
  };
  const end = () => {
    cancelAnimationFrame(frame);
    for (const event of TOUCHES) window.removeEventListener(event, touch, true);
  };
  const attempt = () => {
    while (steps[0]?.()) steps.shift();
    if (steps.length > 0 && (performance.now() < deadline || !isTouched))
      frame = requestAnimationFrame(attempt);
    else end();
  };
  for (const event of TOUCHES) window.addEventListener(event, touch, true);
  frame = requestAnimationFrame(attempt);
  return end;
}
