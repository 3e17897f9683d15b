import { expect, test, vi } from 'vitest';
import { MessageListDocument } from '@/generated/graphql';
import { dataClient } from './clients';

test('a question asked again is sent again, though the first is still on its way', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: { messages: null } }));
  const ask = () => dataClient.query({ query: MessageListDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
  await Promise.all([ask(), ask()]);
  expect(fetched).toHaveBeenCalledTimes(2);
  fetched.mockRestore();
});
