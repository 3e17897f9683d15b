/**
 * Short notices at the edge of the screen. Each leaves by itself after three seconds and with any
 * change of route; whoever prefers it keeps errors until they close them. What is told stands in
 * Messages in any case.
 */
import { preferences } from '@/kernel/preferences';
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
/** How many more were told than there is room for; one line says so and leads to all. */
export const moreToasts = createStore(0);
/** So many are in sight, the gravest and among them the newest. */
export const MOST_AT_ONCE = 3;
let lastId = 0;

/** Announce something. The same words again raise the count of the one already shown. */
export function notify({ source, ...notice }: Notice): void {
  const sources = source === undefined ? [] : [source];
  const shown = toasts.get();
  const twin = shown.find(
    (toast) =>
      toast.severity === notice.severity &&
      toast.title === notice.title &&
      toast.text === notice.text,
  );
  if (twin) {
    // Told again it is news again: it comes last, and leads to what told it last.
    toasts.set([
      ...shown.filter((toast) => toast !== twin),
      { ...twin, ...notice, count: twin.count + 1, sources: [...twin.sources, ...sources] },
    ]);
    return;
  }
  lastId += 1;
  withRoom([...shown, { ...notice, id: lastId, count: 1, sources }]);
}

const GRAVITY: Readonly<Record<Severity, number>> = { success: 0, info: 0, warn: 1, error: 2 };

/** What has no room goes, the least grave first and of those the oldest, and is only counted. */
function withRoom(all: readonly Toast[]): void {
  if (all.length <= MOST_AT_ONCE) {
    toasts.set(all);
    return;
  }
  const least = Math.min(...all.map(({ severity }) => GRAVITY[severity]));
  const over = all.find(({ severity }) => GRAVITY[severity] === least);
  toasts.set(all.filter((toast) => toast !== over));
  moreToasts.update((more) => more + (over?.count ?? 0));
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

/** Take the line away that tells of more. */
export function dismissMore(): void {
  moreToasts.set(0);
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
  moreToasts.set(0);
}

/** Take all away that leaves by itself, as every change of route does. */
export function clearPassing(): void {
  toasts.update((shown) => shown.filter(({ severity }) => lifetime(severity) === null));
  moreToasts.set(0);
}

/** How long a notice stays by itself; for ever where the person closes errors themselves. */
export function lifetime(severity: Severity): number | null {
  return severity === 'error' && preferences.get().keepErrors ? null : TOAST_LIFETIME_MS;
}
