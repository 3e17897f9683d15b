// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { inPlace } from './signInPlace';

test('the page is replaced by the provider’s, and nothing goes on meanwhile', async () => {
  const leave = vi.fn();
  const went = vi.fn();
  const client = inPlace(
    { createLoginUrl: async () => 'http://id.test/auth', login: async () => undefined },
    leave,
  );
  client.login().then(went, went);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('http://id.test/auth'));
  expect(went).not.toHaveBeenCalled();
});
