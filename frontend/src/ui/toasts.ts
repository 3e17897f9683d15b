/** Short notices at the edge of the screen. Good news leaves by itself; trouble stays until closed. */
import { createStore } from '@/kernel/store';
import { TOAST_LIFETIME_MS } from '@/kernel/constants';

export type Severity = 'success' | 'info' | 'warn' | 'error';

export interface Toast {
  id: number;
  severity: Severity;
  title: string;
  text: string;
  /** How often the same was told. */
  count: number;
  /** What told it, such as messages by their ids. */
  sources: readonly string[];
  to?: string | undefined;
}

export interface Notice {
  severity: Severity;
  title: string;
  text: string;
  /** Where more of it is shown. */
  to?: string;
  source?: string;
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Announce something. The same words again raise the count of the one already shown. */
export function notify({ source, ...notice }: Notice): void {
  const sources = source === undefined ? [] : [source];
  toasts.update((shown) => {
    const twin = shown.find((toast) => toast.severity === notice.severity && toast.title === notice.title && toast.text === notice.text);
    if (twin) {
      // Told again it is news again: it comes last, and leads to what told it last.
      return [...shown.filter((toast) => toast !== twin), { ...twin, ...notice, count: twin.count + 1, sources: [...twin.sources, ...sources] }];
    }
    lastId += 1;
    return [...shown, { ...notice, id: lastId, count: 1, sources }];
  });
}

/** Take one notice away. */
export function dismissToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

/** Take away what only these have told. */
export function dismissFrom(sources: ReadonlySet<string>): void {
  toasts.update((shown) => shown.filter((toast) => toast.sources.length === 0 || toast.sources.some((source) => !sources.has(source))));
}

/** Take all away. */
export function clearToasts(): void {
  toasts.set([]);
}

/** Take the good news away, as every change of route does; trouble would be missed. */
export function clearGoodNews(): void {
  toasts.update((shown) => shown.filter(({ severity }) => lifetime(severity) === null));
}

/** How long a notice stays by itself; for ever when it must not be missed. */
export function lifetime(severity: Severity): number | null {
  return severity === 'success' || severity === 'info' ? TOAST_LIFETIME_MS : null;
}
