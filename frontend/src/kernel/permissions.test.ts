import { afterEach, expect, test, vi } from 'vitest';
import { bend } from '@/testing/server';
import { followPermissions, permissions } from './permissions';
import { session } from './session';

const told = (...verbs: string[]) => bend({ viewer: () => ({ permissions: verbs }) });

afterEach(() => permissions.set({ verbs: null }));

test('what a person may do comes from the server, and again when the roles change', async () => {
  told('uploads.create');
  await followPermissions();
  expect(permissions.get()).toEqual({ verbs: new Set(['uploads.create']) });
  told('users.read');
  session.update((now) => ({ ...now, accessToken: 'renewed' }));
  session.update((now) => ({ ...now, roles: ['giroscope-account-management'] }));
  await vi.waitFor(() => expect(permissions.get().verbs).toEqual(new Set(['users.read'])));
});

test('a failure keeps what was known and is told', async () => {
  bend({ viewer: () => { throw new Error('down'); } });
  permissions.set({ verbs: new Set(['uploads.create']) });
  await followPermissions();
  expect(permissions.get().verbs).toEqual(new Set(['uploads.create']));
  expect(permissions.get().error).toBeDefined();
});
