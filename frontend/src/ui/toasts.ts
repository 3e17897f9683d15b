/** Short notices at the edge of the screen. Good news leaves by itself; trouble stays until closed. */
import { createStore } from '@/kernel/store';
import { TOAST_LIFETIME_MS } from '@/kernel/constants';

export type Severity = 'success' | 'info' | 'warn' | 'error';

export interface Toast {
  id: number;
  severity: Severity;
  title: string;
  text: string;
  count: number;
  to?: string | undefined;
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Announce something. The same words again raise the count of the one already shown. */
export function notify(notice: { severity: Severity; title: string; text: string; to?: string }): void {
  toasts.update((shown) => {
    const twin = shown.find((toast) => toast.severity === notice.severity && toast.text === notice.text);
    if (twin) return shown.map((toast) => (toast === twin ? { ...twin, count: twin.count + 1 } : toast));
    lastId += 1;
    return [...shown, { ...notice, id: lastId, count: 1 }];
  });
}

/** Take one notice away. */
export function dismissToast(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id));
}

/** Take all away, as every change of route does. */
export function clearToasts(): void {
  toasts.set([]);
}

/** How long a notice stays by itself; for ever when it must not be missed. */
export function lifetime(severity: Severity): number | null {
  return severity === 'success' || severity === 'info' ? TOAST_LIFETIME_MS : null;
}
