/** What stands behind the browser for the tests: everybody's mail, the operator, and the provider's switch. */
import { expect } from '@playwright/test';

const address = process.env['GIROSCOPE_E2E_BACKSTAGE_URL'] ?? '';

/** Where people sign in in this run, for the few things that only one of them does. */
export const isKeycloak = process.env['GIROSCOPE_E2E_IDENTITY'] === 'keycloak';

interface Mail {
  subject: string;
  text: string;
}

/** It comes on banking days alone, whatever a journey does. */
const OF_THE_DAY = /tasks and messages of the day|dagens opgaver og meddelelser/;

/** What somebody got, oldest first. */
export async function mailsTo(person: string): Promise<Mail[]> {
  const answer = await fetch(`${address}/mail?to=${encodeURIComponent(person)}`);
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ subject }) => !OF_THE_DAY.test(subject));
}

/** The link in somebody's newest mail, once that many have come. */
export async function mailedLink(person: string, count = 1): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(person)).length, { message: `mails to ${person}` })
    .toBe(count);
  const { text = '' } = (await mailsTo(person)).at(-1) ?? {};
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  expect(link, text).not.toBe('');
  return link;
}

async function post(path: string, words: readonly (number | string)[] = []): Promise<void> {
  const answer = await fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(words) });
  expect(answer.status, await answer.text()).toBe(200);
}

/** What the operator does at a shell, as `giroscope` with these words. */
export function operator(...words: string[]): Promise<void> {
  return post('/operator', words);
}

/**
 * Let time pass for the product: by single minutes, in the poll of what they are to bring about, since
 * the sign-in and the browser keep the real time.
 */
export function passTime(seconds: number): Promise<void> {
  return post('/clock', [seconds]);
}

/** Between two minutes a turn of the schedule and the work that it asks for have their time. */
const PACE_MS = 2500;

/** What is read once enough minutes have passed for the product. */
export function inMinutes<T>(read: () => Promise<T>) {
  return expect.poll(
    async () => {
      await passTime(60);
      return read();
    },
    { intervals: [PACE_MS], timeout: 180_000 },
  );
}

/** The process in which people sign in; it forgets nothing while it is stopped. */
export const provider = {
  stop: () => post('/provider/stop'),
  start: () => post('/provider/start'),
};
