import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SavedViewsDocument } from '@/generated/graphql';
import { bend } from '@/testing/server';
import { dataClient } from './clients';
import { followPermissions, loadPermissions, permissions, useMay } from './permissions';
import { session } from './session';

const told = (...verbs: string[]) => bend({ viewer: () => ({ permissions: verbs }) });

afterEach(() => permissions.set({ verbs: null }));

// Who follows does so for the rest of the page: this one has to be first.
test('signing out asks nothing, and the same roles after it nothing either', async () => {
  const asked = vi.fn(() => ({ permissions: ['users.read'] }));
  bend({ viewer: asked });
  await followPermissions();
  const held = session.get();
  session.set({ ...held, isAuthenticated: false, roles: [] });
  session.set({ ...held, accessToken: 'anew' });
  await dataClient.query({ query: SavedViewsDocument, variables: { list: 'users' } });
  expect(asked).toHaveBeenCalledTimes(1);
});

test('what a person may do comes from the server, and again when the roles change', async () => {
  told('uploads.create');
  await followPermissions();
  expect(permissions.get()).toEqual({ verbs: new Set(['uploads.create']) });
  const asked = vi.fn(() => ({ permissions: ['users.read'] }));
  bend({ viewer: asked });
  session.update((now) => ({ ...now, accessToken: 'renewed' }));
  session.update((now) => ({ ...now, roles: ['giroscope-account-management'] }));
  await vi.waitFor(() => expect(permissions.get().verbs).toEqual(new Set(['users.read'])));
  // A renewed token with the same roles asks nothing.
  expect(asked).toHaveBeenCalledTimes(1);
});

test('until the server has told, nobody may do anything; then only what it told', () => {
  const may = () =>
    renderHook(() => [useMay('uploads.create'), useMay('uploads'), useMay('users.read')]).result
      .current;
  permissions.set({ verbs: null });
  expect(may()).toEqual([false, false, false]);
  permissions.set({ verbs: new Set(['uploads.create']) });
  expect(may()).toEqual([true, false, false]);
});

test('what was told once and failed is told anew without the failure', async () => {
  bend({
    viewer: () => {
      throw new Error('down');
    },
  });
  await loadPermissions();
  expect(permissions.get().error).toBeDefined();
  told('users.read');
  await loadPermissions();
  expect(permissions.get()).toEqual({ verbs: new Set(['users.read']) });
});

test('a failure keeps what was known and is told', async () => {
  bend({
    viewer: () => {
      throw new Error('down');
    },
  });
  permissions.set({ verbs: new Set(['uploads.create']) });
  await followPermissions();
  expect(permissions.get().verbs).toEqual(new Set(['uploads.create']));
  expect(permissions.get().error).toBeDefined();
});
