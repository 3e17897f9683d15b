import { http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '@/testing/server';
import { addFiles, cancelTransfer, retryTransfer, settleTransfers, transfers } from './transfers';

const file = (name: string) => new File(['<Document/>'], name);
const fine = () => null;

afterEach(() => transfers.get().forEach(({ key }) => cancelTransfer(key)));

test('a file that fails the check is listed with the reason and not sent', () => {
  addFiles([file('a.xml')], 'STATEMENT', () => 'too large');
  expect(transfers.get()).toMatchObject([{ state: 'refused', reason: 'too large', problem: null }]);
});

test('a sent file waits for the server’s own list, and then leaves this one', async () => {
  addFiles([file('a.xml')], 'STATEMENT', fine);
  await vi.waitFor(() =>
    expect(transfers.get()[0]).toMatchObject({ state: 'received', uploadId: 'u2' }),
  );
  settleTransfers(new Set(['u2']));
  expect(transfers.get()).toEqual([]);
});

test('trying again repeats the same key, so that the server runs it once', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/upload', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.json(
        { title: 'Busy', detail: 'Try later', correlationId: 't1' },
        { status: 503, headers: { 'content-type': 'application/problem+json' } },
      );
    }),
  );
  addFiles([file('a.xml')], 'PAYMENT', fine);
  await vi.waitFor(() =>
    expect(transfers.get()[0]).toMatchObject({
      state: 'refused',
      reason: 'Try later',
      problem: { correlationId: 't1' },
    }),
  );
  retryTransfer(transfers.get()[0]?.key ?? '');
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).toBeTruthy();
});

test('two are sent at a time; a cancelled one leaves at once', async () => {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('*/api/upload', async () => {
      await gate;
      return Response.json(
        { jobs: [{ uploadId: 'x', jobId: 'j', name: 'n' }], problems: [] },
        { status: 202 },
      );
    }),
  );
  addFiles([file('a.xml'), file('b.xml'), file('c.xml')], 'STATEMENT', fine);
  expect(transfers.get().map(({ state }) => state)).toEqual(['sending', 'sending', 'waiting']);
  cancelTransfer(transfers.get()[0]?.key ?? '');
  expect(transfers.get().map(({ file: { name } }) => name)).toEqual(['b.xml', 'c.xml']);
  release();
  await vi.waitFor(() =>
    expect(transfers.get().every(({ state }) => state === 'received')).toBe(true),
  );
});

test.each([
  [
    'in words of its own',
    {
      name: 'a.xml',
      problem: { detail: 'It is a statement', title: 'Wrong kind', correlationId: 't2' },
    },
    'It is a statement',
    't2',
  ],
  ['by its title', { name: 'a.xml', problem: { title: 'Wrong kind' } }, 'Wrong kind', null],
  ['as a text', { name: 'a.xml', problem: 'Empty' }, 'Empty', null],
])(
  'a file that the server takes in nothing of is refused, %s',
  async (_how, problem, reason, correlationId) => {
    server.use(
      http.post('*/api/upload', () =>
        Response.json({ jobs: [], problems: [problem] }, { status: 202 }),
      ),
    );
    addFiles([file('a.xml')], 'PAYMENT', fine);
    await vi.waitFor(() =>
      expect(transfers.get()[0]).toMatchObject({
        state: 'refused',
        uploadId: null,
        reason,
        problem: { correlationId },
      }),
    );
  },
);

test('a file is sent under its name to the page it was given on', async () => {
  const sent: string[] = [];
  server.use(
    http.post('*/api/upload', async ({ request }) => {
      sent.push(
        `${new URL(request.url).searchParams.get('kind')} ${/filename="(.*?)"/.exec(await request.text())?.[1]}`,
      );
      return Response.json(
        { jobs: [{ uploadId: 'u9', jobId: 'j', name: 'a.xml' }], problems: [] },
        { status: 202 },
      );
    }),
  );
  addFiles([file('a.xml')], 'PAYMENT', fine);
  addFiles([file('b.xml')], 'STATEMENT', fine);
  await vi.waitFor(() =>
    expect(transfers.get().map(({ state }) => state)).toEqual(['received', 'received']),
  );
  expect(sent.toSorted()).toEqual(['payment a.xml', 'statement b.xml']);
  settleTransfers(new Set(['another']));
  expect(transfers.get()).toHaveLength(2);
});

test('each file has a key of its own', () => {
  addFiles([file('a.xml'), file('a.xml')], 'PAYMENT', () => 'not now');
  expect(new Set(transfers.get().map(({ key }) => key)).size).toBe(2);
});

test('what waits is sent when one before it was refused', async () => {
  server.use(
    http.post('*/api/upload', () =>
      Response.json(
        { title: 'No' },
        { status: 422, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  );
  addFiles(['a.xml', 'b.xml', 'c.xml'].map(file), 'PAYMENT', fine);
  await vi.waitFor(() =>
    expect(transfers.get().map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']),
  );
});

test('files given at once name one batch and how many they are, less those taken off; one alone names none', async () => {
  const sent: (string | null)[][] = [];
  server.use(
    http.post('*/api/upload', ({ request: { headers } }) => {
      sent.push([headers.get('upload-batch'), headers.get('upload-batch-size')]);
      return Response.json(
        { jobs: [{ uploadId: 'u9', jobId: 'j', name: 'a.xml' }], problems: [] },
        { status: 202 },
      );
    }),
  );
  const empty = (given: File) => (given.name === 'empty.xml' ? 'empty' : null);
  addFiles(['a.xml', 'b.xml', 'c.xml', 'd.xml', 'empty.xml'].map(file), 'STATEMENT', empty);
  cancelTransfer(transfers.get().find(({ file: { name } }) => name === 'd.xml')?.key ?? '');
  addFiles([file('alone.xml')], 'STATEMENT', fine);
  await vi.waitFor(() =>
    expect(transfers.get().filter(({ state }) => state === 'received')).toHaveLength(4),
  );
  const [[batch] = []] = sent;
  expect(batch).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent.map(([name]) => name)).toEqual([batch, batch, batch, null]);
  expect(sent[2]).toEqual([batch, '3']);
  expect(sent[3]).toEqual([null, null]);
});
