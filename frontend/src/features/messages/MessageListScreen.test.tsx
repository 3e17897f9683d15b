import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MessageBadge } from './MessageBadge';
import { MessageListScreen } from './MessageListScreen';
import { NO_MESSAGES, receive } from './messageSets';
import { messageSets, messageSummary, pollFailing } from './poll';
import type { MessageLineFragment } from '@/generated/graphql';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { messages } from '@/testing/world/records';
import { toasts } from '@/ui';

type Row = Record<string, unknown>;

const known = messages as unknown as readonly MessageLineFragment[];
const poll = (polled: readonly MessageLineFragment[]) =>
  act(() => messageSets.update((sets) => receive(sets, polled).sets));
const later = (id: string, changes: Partial<MessageLineFragment> = {}): MessageLineFragment => ({
  ...(known[0] as MessageLineFragment),
  id,
  created: '2027-01-01T08:00:00Z',
  said: { en: `later ${id}`, da: `senere ${id}` },
  ...changes,
});

beforeEach(() => {
  messageSets.set(receive(NO_MESSAGES, known).sets);
  pollFailing.set(false);
});

const ONE_BY_ONE = '/?group=NONE';
const table = () => screen.findByRole('table', { name: 'Messages' });
const openFirst = async (person: ReturnType<typeof show>['person']) => {
  await person.click(
    within(await table()).getByRole('link', { name: /salaries\.xml was refused/ }),
  );
  return screen.findByRole('dialog', { name: 'Message' });
};

test('a row tells its level in a word, whether it is unread, and leads to its journal and its like', async () => {
  show(<MessageListScreen />, ONE_BY_ONE);
  const row = within(await table())
    .getByText(/rejected 2 of 24/)
    .closest('tr') as HTMLElement;
  expect(within(row).getByText('Warning')).toBeInTheDocument();
  expect(within(row).getByRole('img', { name: 'Unread' })).toBeInTheDocument();
  expect(within(row).getByRole('link', { name: 'Open journal c1' })).toHaveAttribute(
    'href',
    '/journals/c1',
  );
  expect(within(row).getByRole('link', { name: 'PSR-20261118-0001' })).toHaveAttribute(
    'href',
    '/?reference=PSR-20261118-0001',
  );
  expect(screen.getByText(/none is deleted/)).toBeInTheDocument();
});

test('the list holds still: what is new waits, counted, until it is asked for', async () => {
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  const rows = () =>
    within(screen.getByRole('table', { name: 'Messages' })).getAllByRole('row').length;
  await table();
  const before = rows();
  poll([later('8'), later('9'), ...known]);
  expect(screen.getByText('2 new')).toBeInTheDocument();
  expect(rows()).toBe(before);
  bend({
    messages: () =>
      connection([
        ...messages,
        { ...messages[0], id: '8', said: { en: 'later 8', da: 'later 8' } },
        { ...messages[0], id: '9', said: { en: 'later 9', da: 'later 9' } },
      ]),
  });
  await person.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('later 9')).toBeInTheDocument();
  expect(screen.queryByText('2 new')).not.toBeInTheDocument();
});

test('what a filter leaves out is not counted as new', async () => {
  show(<MessageListScreen />, `${ONE_BY_ONE}&level=INFO`);
  await table();
  poll([later('8'), ...known]);
  expect(screen.queryByText('1 new')).not.toBeInTheDocument();
  poll([later('9', { level: 'INFO' }), later('8'), ...known]);
  expect(screen.getByText('1 new')).toBeInTheDocument();
});

test('clear takes the marks away and can be undone', async () => {
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await table();
  expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
  poll([later('8'), ...known]);
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(messageSets.get().current.size).toBe(0);
  expect(screen.getByText('1 message cleared')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  expect([...messageSets.get().current.keys()]).toEqual(['8']);
  expect(screen.queryByText('1 message cleared')).not.toBeInTheDocument();
});

test('opening a message marks it as read, for its row too', async () => {
  const asked: unknown[] = [];
  bend({
    readMessages: ({ ids }: { ids: string[] }) => {
      asked.push(ids);
      return { __typename: 'Success', id: null };
    },
    message: () => ({ ...messages[0], read: true }),
  });
  const { person, addressNow } = show(<MessageListScreen />, ONE_BY_ONE);
  const drawer = await openFirst(person);
  expect(addressNow()).toBe('/?group=NONE&message=m0');
  expect(
    within(drawer).getByText('salaries.xml was refused: the debtor account is missing'),
  ).toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: 'Copy message text' })).toBeInTheDocument();
  expect(within(drawer).getByRole('link', { name: 'Open journal' })).toHaveAttribute(
    'href',
    '/journals/c2',
  );
  expect(within(drawer).getByRole('link', { name: 'All messages with this text' })).toHaveAttribute(
    'href',
    '/messages?same=m0',
  );
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(1));
  expect(asked).toEqual([['m0']]);
});

test('a message is acknowledged, resolved with a note, and reopened', async () => {
  const asked: unknown[] = [];
  const note = (name: string) =>
    ((args: unknown) => {
      asked.push([name, args]);
      return { __typename: 'Success', id: 'm0' };
    }) as never;
  let row: Record<string, unknown> = { ...messages[0], read: true };
  bend({
    message: () => row,
    resolveMessage: note('resolve'),
    reopenMessage: note('reopen'),
  });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  const drawer = await openFirst(person);
  row = { ...row, acknowledged: '2026-11-21T08:00:00Z' };
  await person.click(within(drawer).getByRole('button', { name: 'Acknowledge' }));
  expect(await within(drawer).findByText('Acknowledged')).toBeInTheDocument();
  expect(within(drawer).queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();

  await person.click(within(drawer).getByRole('button', { name: 'Resolve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resolve this message?' });
  await person.type(within(dialog).getByRole('textbox', { name: /^Note/ }), 'asked the sender');
  row = {
    ...row,
    resolution: { by: 'Astrid Holm', at: '2026-11-21T09:00:00Z', note: 'asked the sender' },
  };
  await person.click(within(dialog).getByRole('button', { name: 'Resolve' }));
  expect(await within(drawer).findByText('asked the sender')).toBeInTheDocument();
  expect(within(await table()).getByText('Resolved')).toBeInTheDocument();
  row = { ...row, resolution: null };
  await person.click(within(drawer).getByRole('button', { name: 'Reopen' }));
  expect(await within(drawer).findByRole('button', { name: 'Resolve' })).toBeInTheDocument();
  expect(asked).toEqual([
    ['resolve', { id: 'm0', note: 'asked the sender' }],
    ['reopen', { id: 'm0' }],
  ]);
});

test('a refusal is told and nothing pretends to have happened', async () => {
  bend({
    resolveMessage: () => ({
      __typename: 'Problem',
      code: 'messages.already_resolved',
      message: 'Somebody was faster.',
      path: null,
    }),
  });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  const drawer = await openFirst(person);
  await person.click(within(drawer).getByRole('button', { name: 'Resolve' }));
  await person.click(
    within(await screen.findByRole('dialog', { name: 'Resolve this message?' })).getByRole(
      'button',
      { name: 'Resolve' },
    ),
  );
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ severity: 'error', text: 'Somebody was faster.' }]),
  );
});

test('who may not resolve is not offered it, for one or for many', async () => {
  permissions.set({ verbs: new Set(['messages.read', 'messages.acknowledge']) });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  const drawer = await openFirst(person);
  expect(within(drawer).getByRole('button', { name: 'Acknowledge' })).toBeInTheDocument();
  expect(within(drawer).queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument();
  await person.keyboard('{Escape}');
  await person.click(within(await table()).getAllByRole('checkbox')[1] as HTMLElement);
  const bar = screen.getByRole('group', { name: /chosen/i });
  expect(within(bar).getByRole('button', { name: 'Mark as read' })).toBeInTheDocument();
  expect(within(bar).queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument();
});

test('an auditor reads a message and leaves no mark', async () => {
  const asked: string[] = [];
  bend({
    readMessages: () => {
      asked.push('read');
      return { __typename: 'Success' };
    },
  });
  permissions.set({ verbs: new Set(['messages.read', 'audit.read']) });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  const drawer = await openFirst(person);
  expect(within(drawer).queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument();
  expect(
    screen.queryByRole('button', { name: 'Mark all as read', hidden: true }),
  ).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('many are resolved at once, each with its result', async () => {
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  for (const box of within(await table())
    .getAllByRole('checkbox')
    .slice(1, 3))
    await person.click(box);
  await person.click(screen.getByRole('button', { name: 'Resolve' }));
  const dialog = await screen.findByRole('dialog', { name: /Resolve/ });
  await person.click(within(dialog).getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByRole('table', { name: 'What became of each row' })).toBeInTheDocument();
});

test('a message that the list does not hold opens by its address; one that is not there says so', async () => {
  show(<MessageListScreen />, '/?group=NONE&message=m3&level=ERROR');
  expect(
    await within(await screen.findByRole('dialog', { name: 'Message' })).findByText(
      'suppliers-november.xml was received',
    ),
  ).toBeInTheDocument();
});

test('an address of a message that is not there says so', async () => {
  show(<MessageListScreen />, '/?group=NONE&message=gone');
  expect(await screen.findByText('This message is not there')).toBeInTheDocument();
});

test('grouped by text, a row stands for many, says how many are unread, and unfolds', async () => {
  const { person, addressNow } = show(<MessageListScreen />, ONE_BY_ONE);
  await table();
  await person.click(screen.getByRole('button', { name: 'By same text' }));
  expect(addressNow()).toBe('/?group=TEXT');
  expect(await screen.findByText('×3')).toBeInTheDocument();
  expect(screen.getByText('3 messages, 1 unread')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Show 3 messages' }));
  const members = await screen.findByRole('table', { name: 'Messages of the group' });
  expect(within(members).getAllByRole('row').length).toBeGreaterThan(1);
});

test('the screen begins with the inbox: problems first, what to do, and how many are open', async () => {
  const asked: unknown[] = [];
  const [refused, other, received] = messages as [Row, Row, Row];
  const row = (latest: Row, headline: Row, more: object) => ({
    id: latest['id'],
    key: 'batch:d1',
    latest,
    headline,
    count: 3,
    unread: 0,
    level: 'ERROR',
    since: latest['created'],
    ...more,
  });
  bend({
    messageGroups: (args: unknown) => {
      asked.push(args);
      const done = { problems: 0, level: 'INFO', count: 1, key: 'cause:x' };
      return connection([
        row(received, { ...refused, code: 'import.refused' }, { problems: 2 }),
        row(other, other, done),
      ]);
    },
    messages: (args: unknown) => {
      asked.push(args);
      return connection([refused]);
    },
  });
  const { person, addressNow } = show(<MessageListScreen />);
  const first = within(await table())
    .getByText(/salaries\.xml was refused/)
    .closest('tr');
  expect(within(first as HTMLElement).getByText('2 open')).toBeInTheDocument();
  expect(within(first as HTMLElement).getByText(/Ask the sender/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Inbox', pressed: true })).toBeInTheDocument();
  expect(asked[0]).toMatchObject({ by: 'INBOX' });
  screen.getByRole('button', { name: 'Show 3 messages' }).focus();
  await person.keyboard('{Enter}');
  const members = await screen.findByRole('table', { name: 'Messages of the group' });
  expect(within(members).getAllByRole('row')).toHaveLength(2);
  expect(asked.at(-1)).toMatchObject({ filter: { thread: 'batch:d1' } });
  await person.click(screen.getByRole('button', { name: 'By cause' }));
  expect(addressNow()).toBe('/?group=CODE');
  await person.click(screen.getByRole('button', { name: 'One by one' }));
  expect(addressNow()).toBe('/?group=NONE');
});

test('a group is resolved in one act, as far as it was seen and the filter reaches', async () => {
  const asked: unknown[] = [];
  bend({
    resolveMessageGroups: ({ selection }: { selection: unknown }) => {
      asked.push(selection);
      return {
        __typename: 'BulkResults',
        total: 1,
        done: 1,
        failed: 0,
        notEligible: 0,
        next: null,
        results: [],
      };
    },
  });
  const { person } = show(<MessageListScreen />, '/?group=INBOX&level=ERROR');
  await person.click(within(await table()).getAllByRole('checkbox')[1] as HTMLElement);
  const bar = screen.getByRole('group', { name: /chosen/i });
  expect(within(bar).queryByRole('button', { name: 'Mark as read' })).not.toBeInTheDocument();
  await person.click(within(bar).getByRole('button', { name: 'Resolve' }));
  const dialog = await screen.findByRole('dialog', { name: /Resolve/ });
  expect(dialog).toHaveTextContent(/what has come since you looked is left alone/);
  await person.click(within(dialog).getByRole('button', { name: 'Resolve' }));
  await waitFor(() =>
    expect(asked).toMatchObject([{ by: 'INBOX', ids: ['m0'], within: { levels: ['ERROR'] } }]),
  );
});

test('what is looked up is shown one by one', async () => {
  show(<MessageListScreen />, '/?thread=batch%3Ad1');
  await table();
  expect(screen.getByRole('button', { name: 'One by one', pressed: true })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'One group' })).toBeInTheDocument();
});

test('mark all as read reads the list anew', async () => {
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await table();
  bend({ messages: () => connection(messages.map((row) => ({ ...row, read: true }))) });
  await person.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(screen.queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument(),
  );
});

test('that nothing could be marked as read is told', async () => {
  bend({
    readMessages: () => {
      throw refusal('INTERNAL', 'no');
    },
  });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await table();
  await person.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(toasts.get()).toEqual([
      expect.objectContaining({ severity: 'error', title: 'Not done' }),
    ]),
  );
});

test('a refusal is told in the reader’s language', async () => {
  preferLanguage('da');
  bend({
    readMessages: () => ({
      __typename: 'Problem',
      code: 'forbidden',
      message: 'Your roles do not allow this.',
      path: null,
    }),
  });
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await screen.findByRole('table', { name: 'Meddelelser' });
  // The sentences come when Danish is chosen.
  await vi.dynamicImportSettled();
  await person.click(screen.getByRole('button', { name: 'Markér alle som læst' }));
  await waitFor(() =>
    expect(toasts.get()).toEqual([
      expect.objectContaining({ text: 'Dine roller tillader det ikke.' }),
    ]),
  );
});

test('that news cannot be had is said, not hidden', async () => {
  show(<MessageListScreen />, ONE_BY_ONE);
  await table();
  act(() => pollFailing.set(true));
  expect(
    screen.getByText('New messages cannot be read just now. Trying again.'),
  ).toBeInTheDocument();
});

test.each([
  ['ERROR', 'g-tone-bad'],
  ['WARNING', 'g-tone-warn'],
  ['INFO', 'g-tone-info'],
  ['DEBUG', 'g-tone-info'],
  [null, 'g-tone-info'],
] as const)('the badge of %j is %s', (maximumLevel, tone) => {
  messageSummary.set({ total: 361, errors: 4, warnings: 1, maximumLevel });
  show(<MessageBadge describe={(count, errors) => `${errors} of ${count}`} />);
  expect(screen.getByText('361')).toBeInTheDocument();
  expect(screen.getByText('4 of 361').parentElement).toHaveClass(tone);
});

test('a badge stands there also of nothing', () => {
  messageSummary.set({ total: 0, errors: 0, warnings: 0, maximumLevel: null });
  show(<MessageBadge describe={(count) => `${count} messages`} />);
  expect(screen.getByText('0')).toBeInTheDocument();
});

test('the screen speaks Danish', async () => {
  preferLanguage('da');
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await person.click(
    within(await screen.findByRole('table', { name: 'Meddelelser' })).getByRole('link', {
      name: /salaries/,
    }),
  );
  const drawer = await screen.findByRole('dialog', { name: 'Meddelelse' });
  expect(within(drawer).getByRole('button', { name: 'Markér som løst' })).toBeInTheDocument();
});

test('the message of files uploaded together sums them up, in Danish too, and leads to them', async () => {
  const batch = '0c1d7a1e-5f0a-4c43-8a5b-4f3a4d2f9b10';
  const values = [
    ['files', '3'],
    ['summary', '2 imported, 1 refused; new entries: 40'],
  ];
  const told = {
    ...messages[0],
    id: '8',
    level: 'WARNING',
    code: 'import.batch',
    said: {
      en: '3 files: 2 imported, 1 refused; new entries: 40',
      da: '3 filer: 2 importeret, 1 afvist; nye posteringer: 40',
    },
    reference: `batch:${batch}`,
    values: values.map(([name, value]) => ({ name, value })),
  };
  const asked: unknown[] = [];
  bend({
    messages: () => connection([told]),
    uploads: ({ filter }) => {
      asked.push(filter);
      return connection([{ id: 'u1', kind: 'STATEMENT' }]);
    },
  });
  preferLanguage('da');
  const { person } = show(<MessageListScreen />, ONE_BY_ONE);
  await person.click(
    await screen.findByRole('link', {
      name: /3 filer: 2 importeret, 1 afvist; nye posteringer: 40/,
    }),
  );
  const link = await screen.findByRole('link', { name: 'Åbn filerne' });
  expect(link).toHaveAttribute('href', `/upload/statement?batch=${batch}`);
  expect(asked[0]).toMatchObject({ batch });
  expect(screen.queryByRole('link', { name: 'Åbn betalingsfilerne' })).toBeNull();
});
