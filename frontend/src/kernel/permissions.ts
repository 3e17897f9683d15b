/**
 * What the signed-in person may do, as the server tells it: menu, pages and buttons follow.
 * It only saves people from dead ends; the server decides again on every call.
 */
import { ViewerDocument } from '@/generated/graphql';
import { dataClient } from './clients';
import { NOT_KEPT } from './policies';
import { session } from './session';
import { createStore, useStore } from './store';

export interface Permissions {
  /** Verbs such as `uploads.create`; null until the server has told. */
  verbs: ReadonlySet<string> | null;
  error?: unknown;
}

const NONE: ReadonlySet<string> = new Set();

export const permissions = createStore<Permissions>({ verbs: null });

/** What the person may do, watched. */
export function useVerbs(): ReadonlySet<string> {
  return useStore(permissions).verbs ?? NONE;
}

/** Whether the person may use one verb, watched. */
export function useMay(verb: string): boolean {
  return useVerbs().has(verb);
}

const heldKey = () => `giroscope.held.${session.get().id}`;

function heldBefore(): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(heldKey()) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Whether the person once had a verb in this browser: whose role was taken is told so. */
export function wasHeld(verb: string): boolean {
  return heldBefore().includes(verb);
}

/** Ask the server anew. A failure keeps what is known and is told with it. */
export async function loadPermissions(): Promise<void> {
  try {
    const { data } = await dataClient.query({ query: ViewerDocument, fetchPolicy: NOT_KEPT });
    const verbs = new Set(data?.viewer.permissions);
    localStorage.setItem(heldKey(), JSON.stringify([...new Set([...heldBefore(), ...verbs])]));
    permissions.set({ verbs });
  } catch (error) {
    permissions.set({ ...permissions.get(), error });
  }
}

/** Ask once now, and again whenever a renewed token brings other roles. */
export async function followPermissions(): Promise<void> {
  let roles = session.get().roles.join(' ');
  session.subscribe(() => {
    const now = session.get();
    if (!now.isAuthenticated || now.roles.join(' ') === roles) return;
    roles = now.roles.join(' ');
    void loadPermissions();
  });
  await loadPermissions();
}
