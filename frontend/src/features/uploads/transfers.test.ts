import { http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '@/testing/server';
import { addFiles, cancelTransfer, removeTransfer, retryTransfer, settleTransfers, transfers } from './transfers';

const file = (name: string) => new File(['<Document/>'], name);
const fine = () => null;

afterEach(() => transfers.get().forEach(({ key }) => removeTransfer(key)));

test('a file that fails the check is listed with the reason and not sent', () => {
  addFiles([file('a.xml')], 'STATEMENT', () => 'too large');
  expect(transfers.get()).toMatchObject([{ state: 'refused', reason: 'too large', problem: null }]);
});

test('a sent file waits for the server’s own list, and then leaves this one', async () => {
  addFiles([file('a.xml')], 'STATEMENT', fine);
  await vi.waitFor(() => expect(transfers.get()[0]).toMatchObject({ state: 'received', uploadId: 'u2' }));
  settleTransfers(new Set(['u2']));
  expect(transfers.get()).toEqual([]);
});

test('trying again repeats the same key, so that the server runs it once', async () => {
  const keys: (string | null)[] = [];
  server.use(http.post('*/api/upload', ({ request }) => {
    keys.push(request.headers.get('idempotency-key'));
    return Response.json({ title: 'Busy', detail: 'Try later', correlationId: 't1' }, { status: 503, headers: { 'content-type': 'application/problem+json' } });
  }));
  addFiles([file('a.xml')], 'PAYMENT', fine);
  await vi.waitFor(() => expect(transfers.get()[0]).toMatchObject({ state: 'refused', reason: 'Try later', problem: { correlationId: 't1' } }));
  retryTransfer(transfers.get()[0]?.key ?? '');
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).toBeTruthy();
});

test('two are sent at a time; a cancelled one leaves at once', async () => {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => { release = resolve; });
  server.use(http.post('*/api/upload', async () => {
    await gate;
    return Response.json({ jobs: [{ uploadId: 'x', jobId: 'j', name: 'n' }], problems: [] }, { status: 202 });
  }));
  addFiles([file('a.xml'), file('b.xml'), file('c.xml')], 'STATEMENT', fine);
  expect(transfers.get().map(({ state }) => state)).toEqual(['sending', 'sending', 'waiting']);
  cancelTransfer(transfers.get()[0]?.key ?? '');
  expect(transfers.get().map(({ file: { name } }) => name)).toEqual(['b.xml', 'c.xml']);
  release();
  await vi.waitFor(() => expect(transfers.get().every(({ state }) => state === 'received')).toBe(true));
});
