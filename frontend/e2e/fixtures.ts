/** Every journey has a witness, and fails on faults that a person would not even see. */
import { expect, test as base } from '@playwright/test';
import { Console } from './pages/Console';
import { Uploads } from './pages/Uploads';
import { Witness } from './Witness';

interface Fixtures {
  witness: Witness;
  giroscope: Console;
  uploads: Uploads;
}

/** The runner counts by this word what did not pass at once. */
const LATER = 'passed on a later try';

export const test = base.extend<Fixtures>({
  witness: [
    async ({ browser, context }, provide, info) => {
      // A journey's own window has been opened by now.
      void context;
      const witness = new Witness(browser);
      await provide(witness);
      witness.leave();
      const well = info.status === info.expectedStatus && witness.faults.length === 0;
      if (!well)
        console.log(`\nWhat was seen when “${info.title}” failed:\n${await witness.account()}\n`);
      if (well && info.retry > 0) info.annotations.push({ type: LATER });
      expect(witness.faults).toEqual([]);
    },
    { auto: true },
  ],
  giroscope: async ({ page }, provide) => {
    await provide(new Console(page));
  },
  uploads: async ({ page }, provide) => {
    await provide(new Uploads(page));
  },
});

export { expect };
