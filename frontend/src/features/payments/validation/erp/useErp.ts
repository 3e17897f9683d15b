/** Takes files from the accounting system that opened this window, and tells it what becomes of them. */
import { useEffect } from 'react';
import { isBusy } from '../check';
import { hear, tell } from './partner';
import { VERSION, type Heard } from './protocol';

const FORMATS = ['pain.001'] as const;

/** Speak with it as long as the screen is there; `take` begins the check of a file. */
export function useErp(maxBytes: number, take: (file: File, correlationId: string) => void): void {
  useEffect(() => {
    const beReady = () =>
      tell({ type: 'giroscope.ready', version: VERSION, formats: FORMATS, maxBytes });
    const answer = (heard: Heard) => {
      if (heard.type === 'giroscope.hello') beReady();
      else if (heard.type === 'unreadable')
        tell({
          type: 'giroscope.refused',
          correlationId: heard.correlationId,
          reason: 'unreadable',
          message: null,
        });
      else if (isBusy())
        tell({
          type: 'giroscope.refused',
          correlationId: heard.correlationId,
          reason: 'busy',
          message: null,
        });
      else take(heard.file, heard.correlationId);
    };
    const leave = () => tell({ type: 'giroscope.closed' });
    const stop = hear(answer);
    beReady();
    addEventListener('pagehide', leave);
    return () => {
      stop();
      removeEventListener('pagehide', leave);
    };
  }, [maxBytes, take]);
}
