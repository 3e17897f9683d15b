/** Asking again while something moves by itself. */
import { useEffect, useRef } from 'react';

export interface Polled {
  startPolling: (everyMs: number) => void;
  stopPolling: () => void;
}

/** Asks a query again every so many milliseconds, never while `everyMs` is null; `onRest` is told when that begins. */
export function usePolling(
  { startPolling, stopPolling }: Polled,
  everyMs: number | null,
  onRest?: () => unknown,
): void {
  const tell = useRef(onRest);
  tell.current = onRest;
  const wasMoving = useRef(false);
  useEffect(() => {
    if (everyMs !== null) startPolling(everyMs);
    else if (wasMoving.current) tell.current?.();
    wasMoving.current = everyMs !== null;
    return stopPolling;
  }, [everyMs, startPolling, stopPolling]);
}
