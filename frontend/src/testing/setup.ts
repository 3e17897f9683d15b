/** Before every component test: a browser's missing parts, the made-up server, a signed-in person. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { clearCaches } from '@/kernel/clients';
import { permissions } from '@/kernel/permissions';
import { choosePeriod } from '@/kernel/period';
import { resetPreferences } from '@/kernel/preferences';
import { session } from '@/kernel/session';
import { clearToasts } from '@/ui';
import { tellStylesQuickly } from './computedStyle';
import { mend, server } from './server';
import { VERBS } from './world/answer';

vi.stubGlobal('matchMedia', (query: string) => ({
  // A wide screen, and an operating system without wishes.
  matches: query.includes('min-width'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal('scrollTo', () => undefined);
Element.prototype.scrollTo = () => undefined;
// jsdom knows the element but not its two verbs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

tellStylesQuickly(document);

configure({ asyncUtilTimeout: 20_000 });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(async () => {
  // What is still being loaded for this page would be kept half done for the next.
  await vi.dynamicImportSettled();
  server.close();
});

beforeEach(() => {
  session.set({
    isAuthenticated: true,
    id: 'u1',
    name: 'Astrid Holm',
    idToken: 'i',
    accessToken: 'a',
    refreshToken: 'r',
    roles: ['giroscope-upload'],
  });
  permissions.set({ verbs: new Set(VERBS) });
});

afterEach(async () => {
  cleanup();
  mend();
  clearToasts();
  resetPreferences();
  choosePeriod(null);
  await clearCaches();
});
