/** Draws its content when it comes near the window, and keeps its place until then. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

export function WhenNear({ now, height, children }: { now: boolean; height: string; children: ReactNode }) {
  const [near, setNear] = useState(now);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (near || !place.current) return undefined;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: '600px' });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);
  return near ? children : <div ref={place} style={{ minHeight: height }} />;
}
