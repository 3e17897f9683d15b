import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { auditEvents } from '@/testing/world/records';
import { toasts } from '@/ui';
import { AuditTrail } from '.';

const refuse = (code: string) => () => {
  throw refusal(code, 'no');
};
const chain =
  (changes: object = {}) =>
  () => ({
    count: 3,
    head: 'a'.repeat(64),
    verifiedAt: null,
    verifiedCount: null,
    intact: null,
    anchors: null,
    firstFault: null,
    ...changes,
  });

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('is loading, then shows who did what, from where', async () => {
  show(<AuditTrail />);
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  const table = await screen.findByRole('table', { name: 'Audit trail' });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(5);
  expect(rows[1]).toHaveTextContent('Astrid Holm');
  expect(rows[1]).toHaveTextContent('Moved a file to its page');
  expect(rows[1]).toHaveTextContent('198.51.100.7 · Firefox 145, Linux');
  expect(within(table).getByText('Command line')).toBeInTheDocument();
  // One that came later than it happened stands where it was recorded, and says so.
  expect(rows.map((row) => /Recorded/.test(row.textContent ?? ''))).toEqual([
    false, false, true, false, false,
  ]); // prettier-ignore
  expect(within(table).getByText('Refused')).toBeInTheDocument();
});

test('an event that the rows at hand do not hold is asked for by its number', async () => {
  bend({ auditEvents: () => connection([]) });
  show(<AuditTrail />, '/?event=4');
  const drawer = await screen.findByRole('dialog', { name: 'Moved a file to its page' });
  expect(within(drawer).getByText('Astrid Holm')).toBeInTheDocument();
});

test('a number of no event says so', async () => {
  show(<AuditTrail />, '/?event=999');
  expect(await screen.findByText('There is no event with this number.')).toBeInTheDocument();
});

test('says what it is for when nothing was recorded', async () => {
  bend({ auditEvents: () => connection([]) });
  show(<AuditTrail />);
  expect(await screen.findByRole('heading', { name: 'No events yet' })).toBeInTheDocument();
});

test('offers to clear a filter that leaves nothing', async () => {
  const { person, addressNow } = show(<AuditTrail />, '/?trail=zzzz&tab=audit');
  expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
  await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  expect(await screen.findByRole('table', { name: 'Audit trail' })).toBeInTheDocument();
  expect(addressNow()).toBe('/?tab=audit');
});

test('tells a failure, an ended session, and a role that is lacking', async () => {
  bend({ auditEvents: refuse('INTERNAL') });
  const first = show(<AuditTrail />);
  expect(await screen.findByText('Something failed on our side')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  bend({ auditEvents: () => connection([]) });
  await first.person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No events yet')).toBeInTheDocument();
});

test('says so when the person may not see it', async () => {
  bend({ auditEvents: refuse('FORBIDDEN'), auditChain: refuse('FORBIDDEN') });
  show(<AuditTrail />);
  expect(await screen.findByText('No access')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
});

test('an event opens with what was and what is side by side', async () => {
  const { person, addressNow } = show(<AuditTrail />);
  await person.click(await screen.findByRole('link', { name: 'Moved a file to its page' }));
  expect(addressNow()).toBe('/?event=4');
  const drawer = await screen.findByRole('dialog', { name: 'Moved a file to its page' });
  const changes = within(drawer).getByRole('table', { name: 'Changes' });
  const kind = within(changes).getByRole('row', { name: /kind/ });
  expect(within(kind).getByText('PAYMENT').tagName).toBe('DEL');
  expect(within(kind).getByText('STATEMENT').tagName).toBe('INS');
  expect(within(changes).getByRole('row', { name: /state/ })).toHaveTextContent('unchanged');
  await person.keyboard('{Escape}');
  expect(addressNow()).toBe('/');
});

test('verifying says that the trail is whole', async () => {
  const { person } = show(<AuditTrail />);
  expect(await screen.findByText('Not verified yet')).toBeInTheDocument();
  bend({
    auditChain: chain({
      intact: true,
      verifiedAt: new Date().toISOString(),
      verifiedCount: 1204,
      anchors: 31,
    }),
  });
  await person.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(/Chain intact, 1,204 events verified/)).toBeInTheDocument();
  expect(screen.getByText(/31 anchors outside the database compared/)).toBeInTheDocument();
  expect(toasts.get().map(({ title }) => title)).toContain('Chain intact');
});

test('a fault is named and stays on screen, in the person’s language', async () => {
  bend({
    verifyAudit: () => ({
      __typename: 'Problem',
      code: 'audit.broken',
      message: 'Event 2 was changed after it was written',
      path: null,
    }),
  });
  const { person } = show(<AuditTrail />);
  await screen.findByText('Not verified yet');
  bend({
    auditChain: chain({
      intact: false,
      verifiedAt: new Date().toISOString(),
      verifiedCount: 1,
      firstFault: { sequence: 2, what: 'CHANGED', message: 'x' },
    }),
  });
  await person.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Chain broken: Event 2 was changed after it was recorded.',
  );
  preferLanguage('da');
  expect(await screen.findByText(/Hændelse 2 er ændret/)).toBeInTheDocument();
});

test('a verification that could not run is told', async () => {
  bend({
    verifyAudit: () => ({
      __typename: 'Problem',
      code: 'forbidden',
      message: 'Your roles do not allow this.',
      path: null,
    }),
  });
  const { person } = show(<AuditTrail />);
  await person.click(await screen.findByRole('button', { name: 'Verify' }));
  await vi.waitFor(() =>
    expect(toasts.get().map(({ title, text }) => [title, text])).toContainEqual([
      'Verification failed',
      'Your roles do not allow this.',
    ]),
  );
});

test('the export asks for what is shown, and a refusal is told', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/export/auditEvents', async ({ request }) => {
      asked.push(await request.json());
      return asked.length === 1
        ? HttpResponse.json({ url: '/api/export/tickets/t1' }, { status: 201 })
        : HttpResponse.json(
            { title: 'x', detail: 'Not now', code: 'unavailable' },
            { status: 503 },
          );
    }),
  );
  const { person } = show(<AuditTrail />, '/?outcome=REFUSED');
  const took = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await person.click(await screen.findByRole('button', { name: 'Export' }));
  await person.click(screen.getByRole('button', { name: /CSV for Danish Excel/ }));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      expect.objectContaining({ format: 'csv', locale: 'da', filter: { outcomes: ['REFUSED'] } }),
    ]),
  );
  await vi.waitFor(() => expect(took).toHaveBeenCalledOnce());
  took.mockRestore();
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await person.click(screen.getByRole('button', { name: /Excel workbook/ }));
  await vi.waitFor(() =>
    expect(toasts.get().map(({ title }) => title)).toContain('The export failed'),
  );
});

test('people and objects are shown by name, and their ids on demand', async () => {
  const line = (
    id: string,
    subject: object,
    actor: object = { id: 'u1', name: 'Astrid Holm', kind: 'PERSON' },
  ) => ({ ...auditEvents[0], id, sequence: Number(id), actor, subject });
  const one = '0d9a1c2e-77aa-4c1e-9b1f-000000000001';
  bend({
    auditEvents: () =>
      connection([
        line('9', { kind: 'journal', id: one, name: 'MSG-77' }),
        line(
          '8',
          { kind: 'chain', id: 'audit', name: null },
          { id: one, name: one, kind: 'PERSON' },
        ),
        line('7', { kind: 'ruleRun', id: '12', name: null }),
        line('6', { kind: 'journal', id: one, name: null }),
      ]),
  });
  const { person } = show(<AuditTrail />);
  const rows = within(await screen.findByRole('table', { name: 'Audit trail' })).getAllByRole(
    'row',
  );
  expect(rows[1]).toHaveTextContent('MSG-77');
  expect(rows[2]).toHaveTextContent('Unknown user');
  expect(rows[2]).toHaveTextContent('Audit trail');
  expect(rows[3]).toHaveTextContent('Rule run 12');
  expect(screen.queryByText(new RegExp(one))).not.toBeInTheDocument();
  await person.click(within(rows[1] as HTMLElement).getByRole('link'));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByRole('button', { name: /Object ID/ })).toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: /User ID/ })).toBeInTheDocument();
});
