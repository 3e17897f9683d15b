import { expect, test, vi } from 'vitest';
import { MessageListDocument } from '@/generated/graphql';
import { dataClient } from './clients';

const answer = async () => Response.json({ data: { messages: null } });
const ask = () => dataClient.query({ query: MessageListDocument, fetchPolicy: 'network-only' }).catch(() => undefined);

test('what is asked twice in one breath is sent once', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await Promise.all([ask(), ask()]);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a question asked again later is sent again, though the first is still on its way', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const first = ask();
  await Promise.resolve();
  await Promise.all([first, ask()]);
  expect(fetched).toHaveBeenCalledTimes(2);
});
