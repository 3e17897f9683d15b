import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { DEFAULTS, prefer, preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal, VERBS } from '@/testing/world/answer';
import { entries, keeping } from '@/testing/world/logs';
import { LogScreen } from '.';

beforeEach(() => {
  preferLanguage('en');
  permissions.set({ verbs: new Set([...VERBS, 'logs.read', 'logs.reveal', 'logs.settings']) });
});

test('exchanges are listed with their way, status and milliseconds, by type with counts', async () => {
  show(<LogScreen />);
  expect((await screen.findAllByRole('row', { name: /UploadFile/ })).length).toBe(3);
  const [newest] = screen.getAllByRole('row', { name: /UploadFile/ });
  expect(newest).toHaveTextContent(/\.500/);
  expect(newest).toHaveTextContent('In');
  expect(await screen.findByRole('tab', { name: /^Bank ?3$/ })).toBeVisible();
  expect(screen.queryByRole('tab', { name: /Webhook/ })).toBeNull();
});

test('an entry shows both halves, laid out, with real line breaks and exact numbers', async () => {
  const { person } = show(<LogScreen />, '/logs?log=2');
  const drawer = await screen.findByRole('dialog', { name: /UploadFile/ });
  expect(await within(drawer).findByText(/12345678901234567890/)).toBeVisible();
  await person.click(within(drawer).getByRole('tab', { name: 'Request' }));
  expect(await within(drawer).findByText('<IBAN>DK50***6243</IBAN>')).toBeVisible();
  await person.click(within(drawer).getByRole('button', { name: 'Fold 1' }));
  expect(within(drawer).getByText(/lines folded/)).toBeVisible();
  expect(within(drawer).queryByText('<IBAN>DK50***6243</IBAN>')).toBeNull();
  await person.type(within(drawer).getByRole('searchbox', { name: 'Find in this text' }), 'iban');
  expect(within(drawer).getByText('1 of 1')).toBeVisible();
});

test('what is said is never taken for markup', async () => {
  bend({
    communicationLog: () => ({
      ...entries[1],
      data: '<img src=x onerror="globalThis.hit = 1"><script>globalThis.hit = 1</script>',
      counterpart: null,
    }),
  });
  show(<LogScreen />, '/logs?log=1');
  expect(await screen.findByText(/<script>/)).toBeVisible();
  expect(document.querySelector('.l-text img, .l-text script')).toBeNull();
});

test('it is shown unmasked only with a reason', async () => {
  const reveal = vi.fn((_asked: object) => ({
    __typename: 'RevealedLog',
    id: '1',
    text: '<Nm>Jane Doe</Nm>',
    isText: true,
  }));
  bend({ revealLog: reveal });
  const { person } = show(<LogScreen />, '/logs?log=1');
  await person.click(await screen.findByRole('button', { name: 'Show unmasked' }));
  const asked = await screen.findByRole('dialog', { name: 'Show what went over the wire?' });
  await person.click(within(asked).getByRole('button', { name: 'Show unmasked' }));
  expect(await within(asked).findByText('Write why, in a few words')).toBeVisible();
  expect(reveal).not.toHaveBeenCalled();
  await person.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Ticket 4711');
  await person.click(within(asked).getByRole('button', { name: 'Show unmasked' }));
  expect(await screen.findByText('<Nm>Jane Doe</Nm>')).toBeVisible();
  expect(reveal.mock.calls[0]?.[0]).toMatchObject({ id: '1', reason: 'Ticket 4711' });
  await person.click(screen.getByRole('button', { name: 'Mask again' }));
  expect(await screen.findByText('<IBAN>DK50***6243</IBAN>')).toBeVisible();
});

test('a file is read again and compared, and imported again with a reason', async () => {
  const redeliver = vi.fn((_asked: object) => ({ __typename: 'Success', id: '7' }));
  bend({ redeliverLog: redeliver });
  const { person } = show(<LogScreen />, '/logs?log=2&part=replay');
  await person.click(await screen.findByRole('button', { name: 'Read again' }));
  expect(await screen.findByText('1 thing would differ.')).toBeVisible();
  expect(screen.getByRole('row', { name: /Totals/ })).toHaveTextContent('12.00 DKK (1)');
  expect(screen.getByRole('link', { name: 'To the journal' })).toHaveAttribute(
    'href',
    '/journals/c0ffee00-0000-4000-8000-000000000001',
  );
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  const asked = await screen.findByRole('dialog', { name: 'Import this file again?' });
  await person.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Reader mended');
  await person.click(within(asked).getByRole('button', { name: 'Import again' }));
  await waitFor(() =>
    expect(redeliver.mock.calls[0]?.[0]).toMatchObject({ id: '2', reason: 'Reader mended' }),
  );
});

test('a conversation is told in its order, and two entries are compared', async () => {
  const { person } = show(<LogScreen />, '/logs?log=2&part=conversation');
  const table = await screen.findByRole('table', { name: 'Conversation' });
  expect(within(table).getAllByRole('row').length).toBe(3);
  await person.click(screen.getByRole('button', { name: 'Compare with another' }));
  expect(await screen.findByText(/kept for comparison/)).toBeVisible();
  await person.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await person.click(
    (await screen.findAllByRole('link', { name: 'UploadFile' }))[2] as HTMLElement,
  );
  await person.click(await screen.findByRole('tab', { name: 'Difference' }));
  expect(await screen.findByText(/No such agreement/)).toBeVisible();
});

test('errors stand together by cause and lead to their exchanges', async () => {
  const { person, addressNow } = show(<LogScreen />, '/logs?type=errors');
  await person.click(await screen.findByRole('link', { name: 'HTTP 500: No such agreement' }));
  await waitFor(() => expect(addressNow()).toContain('cause=HTTP+500'));
});

test('a pasted id leads to its conversation', async () => {
  const { person, addressNow } = show(<LogScreen />);
  await person.type(
    await screen.findByRole('searchbox', { name: 'Search in what was said' }),
    'c0ffee00-0000-4000-8000-000000000001{Enter}',
  );
  await waitFor(() => expect(addressNow()).toContain('correlation=c0ffee00'));
});

test('what could not be written is told; the keeping is changed by who may', async () => {
  const change = vi.fn((_asked: object) => ({ __typename: 'Success', id: null }));
  bend({
    logKeeping: () => ({ ...keeping, lost: 12, lostAt: '2026-11-02T10:00:00Z' }),
    changeLogKeeping: change,
  });
  const { person } = show(<LogScreen />);
  expect(await screen.findByText(/12 exchanges came faster/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Retention' }));
  const asked = await screen.findByRole('dialog', { name: 'How the log is kept' });
  await person.click(within(asked).getByRole('checkbox', { name: 'Hide amounts' }));
  await person.click(within(asked).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(change.mock.calls[0]?.[0]).toMatchObject({
      version: 1,
      change: { hidesAmounts: true, keepDays: 90 },
    }),
  );
});

test('a question asked again and again is kept as a view, with its type', async () => {
  const save = vi.fn((_asked: { view: { list: string; name: string; state: string } }) => ({
    __typename: 'Success',
    id: '5',
  }));
  bend({ saveView: save });
  const { person } = show(<LogScreen />, '/logs?type=bank&failed=yes&with=2');
  await person.click(await screen.findByRole('button', { name: /Saved views/ }));
  await person.click(await screen.findByRole('button', { name: 'Save this view…' }));
  const asked = await screen.findByRole('dialog', { name: 'Save this view…' });
  await person.type(within(asked).getByRole('textbox', { name: 'Name' }), 'Bank trouble');
  await person.click(within(asked).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(save.mock.calls[0]?.[0].view).toMatchObject({
      list: 'communicationLogs',
      name: 'Bank trouble',
    }),
  );
  expect(JSON.parse(save.mock.calls[0]?.[0].view.state ?? '{}')).toMatchObject({
    search: 'failed=yes&type=bank',
  });
});

test('it is empty, or cannot be read, and says so, in Danish too', async () => {
  bend({ communicationLogs: () => connection([]) });
  preferLanguage('da');
  show(<LogScreen />);
  expect(await screen.findByText('Intet er udvekslet endnu')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Kommunikationslog' })).toBeVisible();
});

test('a text that finds nothing is told what is masked, and where to look instead', async () => {
  bend({ communicationLogs: () => connection([]) });
  show(<LogScreen />, '/logs?q=Hansen');
  expect(
    await screen.findByText(
      /Names, the middle of account numbers and secrets are masked .* search at the top \(Ctrl K\)/,
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trace an ID' })).toHaveAttribute(
    'href',
    '/debug?tab=trace',
  );
});

test('who may not follow an id is led to no such place, in Danish too', async () => {
  bend({ communicationLogs: () => connection([]) });
  permissions.set({ verbs: new Set(['logs.read']) });
  preferLanguage('da');
  show(<LogScreen />, '/logs?q=Hansen');
  expect(await screen.findByText(/er maskeret i denne log/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Følg et id' })).toBeNull();
});

test('where nothing was typed, nothing is said of masking', async () => {
  bend({ communicationLogs: () => connection([]) });
  show(<LogScreen />, '/logs?failed=yes');
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
  expect(screen.queryByText(/masked in this log/)).toBeNull();
});

test('a server in trouble is told with a way to try again', async () => {
  bend({
    communicationLogs: () => {
      throw refusal('UNAVAILABLE', 'no');
    },
  });
  show(<LogScreen />);
  expect((await screen.findAllByRole('button', { name: /Try again/ })).length).toBeGreaterThan(0);
});

test('a moment to jump to is typed in the person’s own notation and zone', async () => {
  prefer({ dateFormat: 'dd-mm-yy', timeZone: 'America/New_York' });
  const { person, addressNow } = show(<LogScreen />);
  const field = await screen.findByRole('textbox', { name: 'Jump to time' });
  await person.type(field, '31-02-2026 10:00{Enter}');
  expect(await screen.findByText(/Type a date and a time/)).toBeVisible();
  await person.clear(field);
  await person.type(field, '01-11-2026 01:30{Enter}');
  // The clocks of New York show it twice that night; nothing of it is left out.
  await waitFor(() => expect(addressNow()).toContain('at=2026-11-01T06%3A30%3A00.000Z'));
  expect(await screen.findByRole('button', { name: 'Up to 01-11-2026 01:30:00' })).toBeVisible();
  prefer({ dateFormat: DEFAULTS.dateFormat, timeZone: DEFAULTS.timeZone });
});
