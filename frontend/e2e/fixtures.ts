/** Every journey starts signed in, and fails on an error in the browser's own console. */
import { expect, test as base } from '@playwright/test';
import { Console } from './pages/Console';
import { Uploads } from './pages/Uploads';

interface Fixtures {
  giroscope: Console;
  uploads: Uploads;
}

export const test = base.extend<Fixtures>({
  giroscope: async ({ page }, provide) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text());
    });
    await provide(new Console(page));
    expect(faults).toEqual([]);
  },
  uploads: async ({ page }, provide) => {
    await provide(new Uploads(page));
  },
});

export { expect };
