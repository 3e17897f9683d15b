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
/** So many are in sight; trouble that has no room waits its turn. */
export const MOST_AT_ONCE = 3;
let lastId = 0;

/** Announce something. The same words again raise the count of the one already shown. */
export function notify({ source, ...notice }: Notice): void {
  const sources = source === undefined ? [] : [source];
  toasts.update((shown) => {
    const twin = shown.find(
      (toast) =>
        toast.severity === notice.severity &&
        toast.title === notice.title &&
        toast.text === notice.text,
    );
    if (twin) {
      // Told again it is news again: it comes last, and leads to what told it last.
      return [
        ...shown.filter((toast) => toast !== twin),
        { ...twin, ...notice, count: twin.count + 1, sources: [...twin.sources, ...sources] },
      ];
    }
    lastId += 1;
    return withRoom([...shown, { ...notice, id: lastId, count: 1, sources }]);
  });
}

/**
 * Good news has the room that trouble leaves it, and the newest alone: what has none is over, and stands in
 * Messages. So a hundred imports are not told one by one for minutes, and hide no error.
 */
function withRoom(all: readonly Toast[]): readonly Toast[] {
  const good = all.filter(({ severity }) => lifetime(severity) !== null);
  const room = Math.max(1, MOST_AT_ONCE - (all.length - good.length));
  const over = new Set(good.slice(0, -room));
  return all.filter((toast) => !over.has(toast));
}

const read = new WeakSet<Toast>();

/** Whether it was in sight long enough to have been read out; told once more it is news again. */
export function isRead(toast: Toast): boolean {
  return read.has(toast);
}

/** Note that it was in sight as long as that. */
export function markRead(toast: Toast): void {
  read.add(toast);
}

/** Take one notice away. */
export function dismissToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

/** Take away what only these have told. */
export function dismissFrom(sources: ReadonlySet<string>): void {
  toasts.update((shown) =>
    shown.filter(
      (toast) => toast.sources.length === 0 || toast.sources.some((source) => !sources.has(source)),
    ),
  );
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
