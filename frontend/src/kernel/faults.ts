/**
 * Tells the server of a fault in this page, so that the incident id a person quotes is found
 * in its log. Sent are the error's kind and places in the program, never its message or what
 * stands in the address after the path: both could hold what somebody typed.
 */
import { accessToken } from './session';
import { apiOrigin, pageSettings } from './settings';
import { newTrace, traceHeaders } from './trace';

const MOST_PLACES = 40;
/** A page that fails again and again has said what it can; the server asks for no more. */
const MOST_REPORTS = 4;
const NOT_OF_A_PLACE = /[^\w$.<>()[\] /@:+-]/g;

let told = new WeakSet<object>();
let reports = 0;

export interface FaultReport {
  incident: string;
  error: string;
  screen: string;
  release: string;
  places: string[];
}

/** What is sent of an error. A browser puts its message before the places, over any number of lines. */
export function faultReport(
  incident: string,
  error: unknown,
  components = '',
  page: Pick<Location, 'pathname' | 'hostname'> = location,
): FaultReport {
  const stack = error instanceof Error ? (error.stack ?? '').replace(error.message, '') : '';
  return {
    incident,
    error:
      (error instanceof Error ? error.name : typeof error).replace(/[^\w$.]/g, '').slice(0, 80) ||
      'Error',
    screen: page.pathname.replace(/[^\w./~%@:+-]/g, '').slice(0, 200),
    release: pageSettings(page, globalThis.window.giroscope).version,
    places: [...placesOf(stack), ...placesOf(components)].slice(0, MOST_PLACES),
  };
}

/** Lines with a file, a line and a column in this page's own program, without the origin. */
function placesOf(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s*(at |in |[\w$.<>/]*@).*:\d+:\d+\)?$/.test(line))
    .map((line) =>
      line
        .trim()
        .replaceAll(/\w+:\/\/[^/\s)]+/g, '')
        .replaceAll(/\?[^:)]*/g, '')
        .replaceAll(NOT_OF_A_PLACE, '')
        .slice(0, 300),
    )
    .filter(Boolean);
}

/** Report an error once. It never fails and never reports itself. */
export async function reportFault(
  incident: string,
  error: unknown,
  components = '',
): Promise<void> {
  if (typeof error === 'object' && error !== null) {
    if (told.has(error)) return;
    told.add(error);
  }
  if (reports >= MOST_REPORTS) return;
  reports += 1;
  try {
    const token = await accessToken();
    if (!token) return;
    const url = new URL('/api/console-faults', apiOrigin(location));
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...traceHeaders(url, newTrace()),
    };
    // It outlives a page that is closed or loaded anew out of annoyance.
    await fetch(url, {
      method: 'POST',
      keepalive: true,
      headers,
      body: JSON.stringify(faultReport(incident, error, components)),
    });
  } catch {
    // Whoever reports that a report failed has begun a circle.
  }
}

/** Hear of what no screen has caught, from now on. Calls that were broken off are no fault. */
export function followFaults(target: Pick<Window, 'addEventListener'> = globalThis.window): void {
  target.addEventListener('unhandledrejection', ({ reason }) => note(reason));
  target.addEventListener('error', ({ error }) => note(error));
}

function note(error: unknown): void {
  // What comes from no program of ours has no error; what the network does is told on screen.
  if (
    !(error instanceof Error) ||
    error.name === 'AbortError' ||
    /fetch|network|load failed/i.test(error.message)
  )
    return;
  const incident = newTrace().id;
  console.error('Fault', incident);
  void reportFault(incident, error);
}

/** Forget what was reported, as a new page does. */
export function forgetFaults(): void {
  told = new WeakSet();
  reports = 0;
}
