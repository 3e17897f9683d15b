/** A list as a screen has it: choosing, ordering, taking away, and acting on what is chosen. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  JournalListDocument,
  ReimportJournalsDocument,
  type JournalListQuery,
} from '@/generated/graphql';
import { noteChange } from '@/kernel/changes';
import { clearCaches } from '@/kernel/clients';
import { prefer } from '@/kernel/preferences';
import { session } from '@/kernel/session';
import { text, useUrlFilter } from '@/kernel/urlState';
import { bend, server } from '@/testing/server';
import { show } from '@/testing/render';
import { connection, refusal } from '@/testing/world/answer';
import { journals } from '@/testing/world/records';
import { ToastArea } from '@/ui';
import type { BulkAction } from './bulk';
import { ROW_LINK, type Column } from './Column';
import { List } from './List';
import { refreshLists } from './pageStore';
import { useList, useListOrder, usePolled } from './useList';

type Row = JournalListQuery['journals']['edges'][number]['node'];

const rows = Array.from({ length: 30 }, (_, index) => ({
  ...journals[0],
  correlationId: `m${index}`,
  messageId: `Message ${index}`,
}));
const action: BulkAction = {
  key: 'again',
  label: 'Import again',
  icon: 'replay',
  help: 'Each is read anew.',
  document: ReimportJournalsDocument,
};
const columns: readonly Column<Row>[] = [
  {
    key: 'message',
    header: 'Message',
    sort: 'CREATED',
    exports: ['message'],
    cell: (row) => (
      <a href="#here" {...ROW_LINK}>
        {row.messageId}
      </a>
    ),
  },
  { key: 'state', header: 'State', sort: 'STATE', exports: ['state'], cell: (row) => row.state },
  {
    key: 'code',
    header: 'Code',
    hidden: true,
    exports: ['code'],
    cell: (row) => row.correlationId,
  },
];
const FIELDS = { q: text };
const order = { fields: ['CREATED', 'STATE'], fallback: '-CREATED' } as const;

function Probe({ polls = false }: { polls?: boolean }) {
  const { filter, change } = useUrlFilter(FIELDS);
  const { field, direction, sorting } = useListOrder(order);
  const list = useList({
    name: 'journals',
    document: JournalListDocument,
    variables: { filter: { text: filter.q }, orderBy: { field, direction } },
    connection: (data) => data.journals,
    rowKey: (row) => row.correlationId,
    record: 'open',
    recordKeys: ['tab'],
  });
  usePolled(list, polls, 500);
  return (
    <>
      <button type="button" onClick={() => change({ q: 'message 1' })}>
        Narrow
      </button>
      <List
        list={list}
        caption="Rows"
        columns={columns}
        filtered={filter.q !== ''}
        onClear={() => change({ q: '' })}
        empty={{ picture: 'search', title: 'None', text: 'None yet' }}
        bulk={[action]}
        bulkFiles={{
          label: 'Take the files',
          icon: 'download',
          path: '/api/take',
          ids: 'documents',
        }}
        exportable
        hasViews={false}
        sorting={sorting}
        renderDrawer={(key, { onClose }) => (
          <div role="dialog" aria-label="Record">
            {key}
            <button type="button" onClick={onClose}>
              Close it
            </button>
          </div>
        )}
      />
      <ToastArea />
    </>
  );
}

const table = () => screen.findByRole('table', { name: 'Rows' });
const box = (key: string) => screen.getByRole('checkbox', { name: `Choose ${key}` });
const chosen = () =>
  screen
    .getAllByRole('checkbox')
    .filter(
      (each) =>
        (each as HTMLInputElement).checked &&
        each.getAttribute('aria-label')?.startsWith('Choose m'),
    )
    .map((each) => each.getAttribute('aria-label')?.slice(7));

interface Asked {
  filter?: { text?: string | null };
  orderBy?: { field: string; direction: string } | null;
}
let asked: Asked[] = [];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  bend({
    journals: ({ filter, orderBy, ...page }: Asked) => {
      asked.push({ filter: filter ?? {}, orderBy: orderBy ?? null });
      return connection(
        rows.filter(({ messageId }) => messageId.toLowerCase().includes(filter?.text ?? '')),
        page,
      );
    },
  });
});

test('with the shift key a range is chosen, downwards and upwards, both ends with it', async () => {
  const { person } = show(<Probe />);
  await table();
  await person.click(box('m2'));
  await person.keyboard('{Shift>}');
  await person.click(box('m5'));
  await person.keyboard('{/Shift}');
  expect(chosen()).toEqual(['m2', 'm3', 'm4', 'm5']);
  await person.click(screen.getByRole('button', { name: 'Choose none' }));
  expect(chosen()).toEqual([]);
  await person.click(box('m8'));
  await person.keyboard('{Shift>}');
  await person.click(box('m6'));
  await person.keyboard('{/Shift}');
  expect(chosen()).toEqual(['m6', 'm7', 'm8']);
  await person.click(box('m7'));
  expect(chosen()).toEqual(['m6', 'm8']);
});

test('the box above the rows chooses those in view, and gives them back', async () => {
  const { person } = show(<Probe />);
  await table();
  const above = screen.getByRole('checkbox', { name: /rows in view$/ });
  await person.click(above);
  expect(chosen().slice(0, 3)).toEqual(['m0', 'm1', 'm2']);
  expect(above).toBeChecked();
  await person.click(box('m1'));
  expect(above).not.toBeChecked();
  await person.click(above);
  expect(above).toBeChecked();
  await person.click(above);
  expect(chosen()).toEqual([]);
});

test('what was chosen is chosen no more once other rows are asked for', async () => {
  const { person } = show(<Probe />);
  await table();
  await person.click(box('m1'));
  expect(screen.getByText('1 row chosen')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Narrow' }));
  await waitFor(() =>
    expect(screen.queryByRole('checkbox', { name: 'Choose m2' })).not.toBeInTheDocument(),
  );
  expect(screen.queryByText('1 row chosen')).not.toBeInTheDocument();
  expect(box('m1')).not.toBeChecked();
});

test('an order begins with the largest, turns at the next click, stands in the address, and begins at the top', async () => {
  const { person, addressNow } = show(<Probe />, '/?row=20&open=m3&q=message');
  await table();
  expect(asked.at(-1)?.orderBy).toEqual({ field: 'CREATED', direction: 'DESC' });
  expect(screen.getByRole('columnheader', { name: /Message/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await person.click(screen.getByRole('button', { name: 'State' }));
  expect(addressNow()).toBe('/?open=m3&q=message&sort=-STATE');
  await waitFor(() => expect(asked.at(-1)?.orderBy).toEqual({ field: 'STATE', direction: 'DESC' }));
  await table();
  await person.click(screen.getByRole('button', { name: 'State' }));
  expect(addressNow()).toBe('/?open=m3&q=message&sort=STATE');
  await waitFor(() => expect(asked.at(-1)?.orderBy).toEqual({ field: 'STATE', direction: 'ASC' }));
  expect(screen.getByRole('columnheader', { name: /State/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

test('an opened record replaces the one before, without what belonged to that, and closes without touching the filter', async () => {
  const { person, addressNow } = show(<Probe />, '/?open=m3&tab=log&q=message');
  await table();
  await person.click(screen.getByRole('link', { name: 'Message 5' }));
  expect(addressNow()).toBe('/?q=message&open=m5');
  await person.click(screen.getByRole('button', { name: 'Close it' }));
  expect(addressNow()).toBe('/?q=message');
});

test('what a person has seen is theirs alone', async () => {
  const { person } = show(<Probe />, '/?open=m3');
  await table();
  await person.click(screen.getByRole('button', { name: 'Close it' }));
  expect(JSON.parse(localStorage.getItem('giroscope.seen.u1.journals') ?? '[]')).toContain('m3');
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr');
  expect(row('Message 3')).toHaveClass('gl-seen');
  expect(row('Message 4')).not.toHaveClass('gl-seen');
  cleanup();
  session.set({ ...session.get(), id: 'u2' });
  show(<Probe />);
  await table();
  expect(row('Message 3')).not.toHaveClass('gl-seen');
});

const downloads = () => {
  const taken: { path: string; body: unknown }[] = [];
  server.use(
    http.post('*/api/export/*', async ({ request }) => {
      taken.push({ path: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({ url: '/api/once/ticket' });
    }),
    http.post('*/api/take', async ({ request }) => {
      taken.push({ path: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({ url: '/api/once/ticket' });
    }),
  );
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.href);
  });
  return { taken, clicked };
};

test('a file holds the filter, the order and the columns that are shown; all columns where that is asked', async () => {
  const { taken, clicked } = downloads();
  const { person } = show(<Probe />, '/?q=message&sort=STATE');
  await table();
  await person.click(screen.getByRole('button', { name: 'Export' }));
  expect(screen.getByText('All 30 rows of this filter, in this order.')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: /^Excel workbook/ }));
  await waitFor(() => expect(clicked).toEqual(['http://localhost:3000/api/once/ticket']));
  const rest = { filter: { text: 'message' }, orderBy: { field: 'STATE', direction: 'ASC' } };
  expect(taken.at(-1)).toEqual({
    path: '/api/export/journals',
    body: { format: 'xlsx', locale: 'en', ...rest, columns: ['message', 'state'] },
  });
  for (const [name, locale] of [
    [/^CSV for Danish Excel/, 'da'],
    [/^CSV ?Comma/, 'en'],
  ] as const) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled());
    await person.click(screen.getByRole('button', { name: 'Export' }));
    await person.click(screen.getByRole('checkbox', { name: 'Only the columns shown' }));
    await person.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(taken.at(-1)?.body).toMatchObject({ format: 'csv', locale }));
  }
  // Asked for all the first time, and for those shown again the second.
  expect(taken.map(({ body }) => 'columns' in (body as object))).toEqual([true, false, true]);
});

test('a file that cannot be had is told of', async () => {
  server.use(
    http.post('*/api/export/*', () =>
      HttpResponse.json({ detail: 'Too many rows', correlationId: 'trace-9' }, { status: 422 }),
    ),
  );
  const { person } = show(<Probe />);
  await table();
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await person.click(screen.getByRole('button', { name: /^Excel workbook/ }));
  expect(await screen.findByText('Too many rows · trace-9')).toBeInTheDocument();
});

test('the files of the chosen rows are asked for by their ids', async () => {
  const { taken } = downloads();
  const { person } = show(<Probe />);
  await table();
  for (const key of ['m4', 'm2']) await person.click(box(key));
  await person.click(screen.getByRole('button', { name: 'Take the files' }));
  await waitFor(() =>
    expect(taken).toEqual([{ path: '/api/take', body: { documents: ['m4', 'm2'] } }]),
  );
  await person.click(screen.getByRole('button', { name: 'Choose all 30 matching' }));
  // Only rows named one by one can be asked for.
  expect(screen.queryByRole('button', { name: 'Take the files' })).not.toBeInTheDocument();
});

test('only what was counted to its end can be chosen as all', async () => {
  bend({
    journals: (page: object) => ({
      ...connection(rows, page),
      totalCount: 1000,
      totalIsExact: false,
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: '0', endCursor: '29' },
    }),
  });
  const { person } = show(<Probe />);
  await table();
  expect(screen.getByText('about 1,000 rows')).toBeInTheDocument();
  await person.click(box('m1'));
  expect(screen.queryByRole('button', { name: /^Choose all/ })).not.toBeInTheDocument();
});

const result = (id: string, outcome: string) => ({
  id,
  label: `Row ${id}`,
  outcome,
  code: null,
  message: null,
  values: [],
});
const portion = (results: object[], next: string | null, total: number | null = 5) => ({
  __typename: 'BulkResults',
  total,
  done: 0,
  failed: 0,
  notEligible: 0,
  results,
  next,
});

test('all that match are acted on as many as were shown, though more have come, and what failed stands first', async () => {
  const selections: unknown[] = [];
  bend({
    reimportJournals: ({ selection }: { selection: unknown }) => {
      selections.push(selection);
      return portion(
        [
          result('a', 'DONE'),
          result('b', 'NOT_ELIGIBLE'),
          result('c', 'FAILED'),
          result('d', 'FAILED'),
        ],
        null,
      );
    },
  });
  const { person } = show(<Probe />, '/?q=message');
  await table();
  await person.click(box('m1'));
  await person.click(screen.getByRole('button', { name: 'Choose all 30 matching' }));
  bend({
    journals: (page: object) =>
      connection(
        [...rows, { ...journals[0], correlationId: 'm30', messageId: 'Message 30' }],
        page,
      ),
  });
  await act(async () => refreshLists());
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  const question = screen.getByRole('dialog', { name: 'Import again: 30 rows?' });
  expect(question).toHaveTextContent('Each is read anew.');
  expect(selections).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Import again' }));
  const became = await screen.findByRole('table', { name: 'What became of each row' });
  expect(selections).toMatchObject([{ matching: { text: 'message' }, expectedCount: 30 }]);
  expect(
    within(became)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Row cFailed', 'Row dFailed', 'Row bNot possible', 'Row aDone']);
  expect(screen.getByText('1 done, 2 failed, 1 not possible')).toBeInTheDocument();
});

test('an act under way is stopped after its portion, and what was reached is told', async () => {
  let answer: () => void = () => undefined;
  const acted = vi.fn(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(portion([result('a', 'DONE')], 'a'));
      }),
  );
  bend({ reimportJournals: acted });
  const { person } = show(<Probe />);
  await table();
  for (const key of ['m1', 'm2']) await person.click(box(key));
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  const question = within(screen.getByRole('dialog'));
  await person.click(question.getByRole('button', { name: 'Import again' }));
  await waitFor(() => expect(acted).toHaveBeenCalledTimes(1));
  expect(question.getByText('0 of 2 rows')).toBeInTheDocument();
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  answer();
  expect(await screen.findByText('1 done, 0 failed, 0 not possible')).toBeInTheDocument();
  expect(acted).toHaveBeenCalledTimes(1);
});

test('a question that is closed does nothing, and keeps what is chosen', async () => {
  const acted = vi.fn(() => portion([], null));
  bend({ reimportJournals: acted });
  const { person } = show(<Probe />);
  await table();
  await person.click(box('m1'));
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(acted).not.toHaveBeenCalled();
  expect(screen.getByText('1 row chosen')).toBeInTheDocument();
});

test('a list is read again and again only while something in it is under way', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    show(<Probe polls />);
    await table();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(500);
    await waitFor(() => expect(asked).toHaveLength(before + 1));
  } finally {
    vi.useRealTimers();
  }
});

test('a list that rests is not asked about', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    show(<Probe />);
    await table();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

const never = () => new Promise(() => undefined);

test('a list come back to shows what was there, and asks for nothing while nothing changed', async () => {
  show(<Probe />);
  await table();
  cleanup();
  const before = asked.length;
  noteChange((field) => field === 'banks');
  show(<Probe />);
  expect(screen.getByText('30 rows')).toBeInTheDocument();
  await table();
  expect(asked).toHaveLength(before);
});

test('a list come back to after a change shows at once what was there, and reads it anew behind', async () => {
  show(<Probe />);
  await table();
  cleanup();
  noteChange((field) => field === 'journals');
  const answers: (() => void)[] = [];
  bend({
    journals: (page: object) =>
      new Promise((resolve) => {
        answers.push(() => resolve(connection(rows.slice(0, 2), page)));
      }),
  });
  show(<Probe />);
  expect(screen.getByText('30 rows')).toBeInTheDocument();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  expect(await screen.findByText('2 rows')).toBeInTheDocument();
});

test('rows that come in or change are marked, and whoever is on a row stays on it', async () => {
  let held = rows.slice(0, 3);
  bend({ journals: (page: object) => connection(held, page) });
  show(<Probe />);
  const here = (await table()).querySelectorAll<HTMLElement>('tr[data-full]')[1];
  here?.focus();
  held = [
    { ...rows[20], messageId: 'Just in' } as (typeof rows)[number],
    ...held.slice(0, 2),
    { ...held[2], state: 'SENT' } as (typeof rows)[number],
  ];
  await act(() => refreshLists({ quiet: true }));
  const shown = [...(await table()).querySelectorAll('tr[data-full]')];
  expect(shown.map((row) => row.getAttribute('aria-description'))).toEqual([
    'New',
    null,
    null,
    'Changed',
  ]);
  expect(shown[2]).toBe(here);
  expect(here).toHaveFocus();
  expect(here).toHaveAttribute('data-rank', '2');
});

test('nothing of a list is left for the next person', async () => {
  show(<Probe />);
  await table();
  cleanup();
  await clearCaches();
  bend({ journals: never });
  show(<Probe />);
  expect(screen.getByText('Loading')).toBeInTheDocument();
  expect(screen.queryByText('30 rows')).not.toBeInTheDocument();
});

test('whoever may no longer see a list sees nothing of it; a failure leaves what was read', async () => {
  const { person } = show(<Probe />);
  await table();
  bend({
    journals: () => {
      throw refusal('UNAVAILABLE', 'busy');
    },
  });
  await act(async () => refreshLists());
  expect(screen.getByText(/Could not refresh/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Message 1' })).toBeInTheDocument();
  bend({
    journals: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No access')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Message 1' })).not.toBeInTheDocument();
});

test('nothing by filter and nothing at all are two things', async () => {
  bend({ journals: (page: object) => connection([], page) });
  const { person, addressNow } = show(<Probe />, '/?q=zzz');
  expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(addressNow()).toBe('/');
  expect(await screen.findByText('None yet')).toBeInTheDocument();
});

test('rows are chosen by keys, upwards too', async () => {
  const { person } = show(<Probe />);
  await table();
  await person.keyboard('jjj');
  await person.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
  expect(chosen()).toEqual(['m0', 'm1', 'm2']);
  await person.keyboard('x');
  expect(chosen()).toEqual(['m1', 'm2']);
});

test('the columns of a list are drawn in the words of the person, and counts with their marks', async () => {
  prefer({ numberFormat: 'da-DK' });
  bend({
    journals: (page: object) => ({
      ...connection(rows, page),
      totalCount: 1420,
      totalIsExact: true,
    }),
  });
  show(<Probe />);
  await table();
  expect(screen.getByText('1.420 rows')).toBeInTheDocument();
});
