import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { StatementPreview } from '@/features/statements';
import { prefer, preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { uploads } from '@/testing/world/records';
import { removeTransfer, transfers } from './transfers';
import { UploadScreen } from './UploadScreen';

const CHANGED = {
  kind: 'CHANGED',
  day: '2026-09-01',
  amount: '300.50',
  amountBefore: '250.50',
  currency: 'DKK',
  counterparty: 'Skagen Energi',
  text: 'Invoice 1',
};
const STATEMENT = {
  name: 'S7',
  account: '4001234567',
  currency: 'DKK',
  from: '2026-09-01',
  to: '2026-09-01',
  periodSource: 'STATED',
  opening: '1000.00',
  closing: '1200.25',
  previousClosing: '1000.00',
  relation: 'REPLACES',
  other: 'S6',
  link: 'FOLLOWS',
  read: 2,
  new: 1,
  known: 1,
  confirmed: 0,
  replaced: 1,
  possibleDuplicates: 0,
  changes: [CHANGED],
};
const PRINT = 'a'.repeat(64);
const PREVIEW = {
  file: 'a.xml',
  refused: false,
  fingerprint: PRINT,
  statements: [STATEMENT],
  findings: [] as object[],
};

/** What was sent, in order: the path, the file's name, and the fingerprint taken along. */
function listen(
  answerOf: (name: string) => Response | Promise<Response> = () => Response.json(PREVIEW),
) {
  const sent: string[] = [];
  const nameOf = async (request: Request) =>
    /filename="(.*?)"/.exec(await request.text())?.[1] ?? '';
  server.use(
    http.post('*/api/preview', async ({ request }) => {
      const name = await nameOf(request);
      sent.push(`preview ${name}`);
      return answerOf(name);
    }),
    http.post('*/api/upload', async ({ request }) => {
      sent.push(`upload ${await nameOf(request)} ${request.headers.get('preview-fingerprint')}`);
      return Response.json(
        { jobs: [{ uploadId: 'u2', jobId: 'j', name: 'x' }], problems: [] },
        { status: 202 },
      );
    }),
  );
  return sent;
}

const file = (name: string) => new File(['<Document/>'], name);
const page = () =>
  show(
    <UploadScreen
      kind="STATEMENT"
      preview={(statement) => <StatementPreview statement={statement} />}
    />,
  );
const input = (name = 'Upload Statement') =>
  screen.getByLabelText(name, { selector: 'input[type=file]' });

afterEach(() => {
  for (const { key } of transfers.get()) removeTransfer(key);
  prefer({ previewFirst: false });
});

test('without the choice a file is imported at once, and with it this browser remembers', async () => {
  const sent = listen();
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  await waitFor(() => expect(sent).toEqual(['upload a.xml null']));
  await person.click(screen.getByRole('checkbox', { name: 'Preview first' }));
  expect(localStorage.getItem('giroscope.previewFirst')).toBe('true');
  await person.upload(input(), [file('b.xml')]);
  await screen.findByRole('dialog', { name: 'Preview of b.xml' });
  await waitFor(() => expect(sent).toEqual(['upload a.xml null', 'preview b.xml']));
});

test('what a file changes is shown, and its import takes the fingerprint along', async () => {
  prefer({ previewFirst: true });
  const sent = listen();
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview of a.xml' }));
  const statement = await dialog.findByRole('article', { name: 'Statement S7 4001234567' });
  expect(statement).toHaveTextContent(
    'It is a later version of statement S6, which no longer counts.',
  );
  expect(statement).toHaveTextContent('as stated');
  expect(within(statement).getByText('Follows previous')).toBeInTheDocument();
  expect(
    within(within(statement).getByRole('list', { name: 'Result of Statement S7' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 entries read', '1 new', '1 already known', '1 replaced']);
  const row = within(
    within(statement).getByRole('table', { name: 'Changes by statement S7' }),
  ).getByRole('row', { name: /Skagen Energi/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Changed', 'Skagen Energi09/01/2026 · Invoice 1', '+250.50 DKK', '+300.50 DKK']);
  expect(sent).toEqual(['preview a.xml']);
  await person.click(dialog.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(sent).toEqual(['preview a.xml', `upload a.xml ${PRINT}`]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('while it is read there is nothing to import, and Escape leaves without a trace', async () => {
  prefer({ previewFirst: true });
  const sent = listen(async () => new Promise(() => undefined));
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('progressbar', { name: 'Progress of a.xml' })).not.toHaveAttribute(
    'aria-valuenow',
  );
  expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull();
  dialog.getByRole('button', { name: 'Cancel' }).focus();
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual(['preview a.xml']);
});

test('a file that would be refused says why and is not offered for import', async () => {
  prefer({ previewFirst: true });
  preferLanguage('da');
  listen(() =>
    Response.json({
      ...PREVIEW,
      refused: true,
      fingerprint: null,
      statements: [],
      findings: [
        {
          severity: 'error',
          code: 'truncated',
          message: 'The file ends before its end.',
          said: { en: 'The file ends before its end.', da: 'Filen slutter før sin slutning.' },
          line: 9,
          path: null,
        },
      ],
    }),
  );
  const { person } = page();
  await person.upload(input('Upload kontoudtog'), [file('a.xml')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Forhåndsvisning af a.xml' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Filen vil blive afvist. Intet i den kan importeres. Fundene siger hvorfor.',
  );
  expect(
    dialog.getByRole('row', { name: /Filen slutter før sin slutning\.Hent hele filen igen\./ }),
  ).toHaveTextContent('9');
  expect(dialog.queryByRole('button', { name: 'Importér' })).toBeNull();
});

test('a fault says what to do, and the file is asked about again', async () => {
  prefer({ previewFirst: true });
  const answers = [
    Response.json(
      { title: 'Busy', detail: 'Another import is running.' },
      { status: 503, headers: { 'content-type': 'application/problem+json' } },
    ),
    Response.json(PREVIEW),
  ];
  const sent = listen(() => answers.shift() ?? Response.error());
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  expect(await screen.findByText('Another import is running.')).toBeInTheDocument();
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Import' })).toBeInTheDocument();
  expect(sent).toEqual(['preview a.xml', 'preview a.xml']);
});

test('of several files each is previewed once the import before it has ended', async () => {
  prefer({ previewFirst: true });
  let isRunning = true;
  const [, done] = uploads;
  bend({
    uploads: () => connection([]),
    upload: () => ({ ...done, state: isRunning ? 'RUNNING' : 'IMPORTED' }),
  });
  const sent = listen();
  const { person } = page();
  await person.upload(input(), ['a.xml', 'b.xml', 'c.xml'].map(file));
  expect(await screen.findByText(/File 1 of 3\./)).toBeInTheDocument();
  await person.click(await screen.findByRole('button', { name: 'Import' }));
  const second = within(await screen.findByRole('dialog', { name: 'Preview of b.xml' }));
  expect(second.getByText('Waiting for the import of the previous file.')).toBeInTheDocument();
  await waitFor(() => expect(sent).toEqual(['preview a.xml', `upload a.xml ${PRINT}`]));
  isRunning = false;
  expect(await second.findByRole('article', undefined, { timeout: 5000 })).toBeInTheDocument();
  await person.click(second.getByRole('button', { name: 'Skip file' }));
  const third = within(await screen.findByRole('dialog', { name: 'Preview of c.xml' }));
  expect(third.queryByRole('button', { name: 'Skip file' })).toBeNull();
  await third.findByRole('article');
  await person.click(third.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([
    'preview a.xml',
    `upload a.xml ${PRINT}`,
    'preview b.xml',
    'preview c.xml',
  ]);
});

test('a gap is warned of before the import', async () => {
  prefer({ previewFirst: true });
  listen(() =>
    Response.json({
      ...PREVIEW,
      statements: [{ ...STATEMENT, relation: 'NEW', other: null, link: 'GAP', changes: [] }],
    }),
  );
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  expect(
    await screen.findByText(/Look for a missing statement before you import\./),
  ).toBeInTheDocument();
  expect(screen.getByText('No entry changes.')).toBeInTheDocument();
});

test('a payment file is not previewed', async () => {
  prefer({ previewFirst: true });
  const sent = listen();
  const { person } = show(<UploadScreen kind="PAYMENT" />);
  await person.upload(input('Upload payments'), [file('a.xml')]);
  await waitFor(() => expect(sent).toEqual(['upload a.xml null']));
  expect(screen.queryByRole('checkbox', { name: 'Preview first' })).toBeNull();
});

test.each([
  ['GAP', 'The previous statement closed at 970.00.'],
  ['OVERLAPS', 'It begins within the days of another statement. That one closed at 970.00.'],
])('beside a %s stands the balance that the other statement closed with', async (link, why) => {
  listen(() =>
    Response.json({ ...PREVIEW, statements: [{ ...STATEMENT, link, previousClosing: '970.00' }] }),
  );
  prefer({ previewFirst: true });
  const { person } = page();
  await person.upload(input(), [file('a.xml')]);
  expect(await screen.findByText(why)).toBeInTheDocument();
});
