/** Whether an element is near the window: a house may have hundreds of accounts to draw. */
import { useEffect, useState, type RefObject } from 'react';

/** About one screen on each side is kept ready; what is further away is given back. */
const MARGIN = '900px';

export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !element.current) return undefined;
    const watch = new IntersectionObserver(
      (seen) => setNear(seen.at(-1)?.isIntersecting ?? false),
      { rootMargin: MARGIN },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return near;
}
