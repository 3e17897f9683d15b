import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, heardAt } from '@/testing/server';
import { refusal, VERBS } from '@/testing/world/answer';
import { set } from '@/testing/world/demo';
import { DemoRibbon } from '.';
import { DemoScreen } from './DemoScreen';

const demo = (changes: object = {}) => ({
  isPossible: true,
  isShown: true,
  lists: ['/'],
  sets: [set()],
  ...changes,
});

test('a story is chosen, counted before it is made, and made with figures of one’s own', async () => {
  bend({ demo: () => demo({ sets: [], isShown: false }) });
  const asked = heardAt('/api/demo/generate');
  const { person } = show(<DemoScreen />);
  await person.click(await screen.findByRole('radio', { name: /^Rejected payments/ }));
  const plan = await screen.findByRole('region', { name: 'Summary' });
  expect(plan).toHaveTextContent('Transactions900');
  await person.click(screen.getByText('Custom settings'));
  await person.type(screen.getByLabelText('Accounts'), '7');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('Accounts7'),
  );
  await person.click(screen.getByRole('button', { name: 'Generate demo data' }));
  await waitFor(() => expect(asked).toEqual([{ preset: 'REJECTS', seed: 1, accounts: 7 }]));
});

test('a first day that is no date holds the making back until it is mended', async () => {
  bend({ demo: () => demo({ sets: [], isShown: false }) });
  const asked = heardAt('/api/demo/generate');
  const { person } = show(<DemoScreen />);
  await screen.findByRole('region', { name: 'Summary' });
  await person.click(screen.getByText('Custom settings'));
  const start = screen.getByRole('textbox', { name: 'First day' });
  await person.type(start, '9/31/2026');
  await person.tab();
  expect(start).toHaveAccessibleDescription(/is not a date/);
  expect(screen.getByRole('button', { name: 'Generate demo data' })).toBeDisabled();
  await person.clear(start);
  await person.type(start, '9/30/2026{Enter}');
  await person.click(screen.getByRole('button', { name: 'Generate demo data' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ start: '2026-09-30' }));
});

test('what is not possible is told at once, and nothing can be made', async () => {
  bend({
    demo: () => demo({ sets: [] }),
    demoPlan: () => {
      throw refusal('INVALID_INPUT', 'From 1 to 40 are possible');
    },
  });
  show(<DemoScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('From 1 to 40 are possible');
  expect(screen.getByRole('button', { name: 'Generate demo data' })).toBeDisabled();
});

test('a set on its way shows how far it is; nothing else is made meanwhile', async () => {
  bend({ demo: () => demo({ sets: [set({ state: 'MAKING', handedIn: 20, imported: 10 })] }) });
  show(<DemoScreen />);
  const card = await screen.findByRole('listitem', { name: 'Rejected payments 1' });
  expect(within(card).getByRole('progressbar', { name: 'Importing' })).toHaveAttribute(
    'aria-valuenow',
    '15',
  );
  expect(card).toHaveTextContent('10 of 66 files imported');
  expect(within(card).queryByRole('button')).not.toBeInTheDocument();
  await screen.findByRole('region', { name: 'Summary' });
  expect(screen.getByRole('button', { name: 'Generate demo data' })).toBeDisabled();
});

test('a set is being made until its last file is read', async () => {
  bend({ demo: () => demo({ sets: [set({ handedIn: 66, imported: 10 })] }) });
  show(<DemoScreen />);
  const card = await screen.findByRole('listitem', { name: 'Rejected payments 1' });
  expect(card).toHaveTextContent('Being made');
  expect(card).not.toHaveTextContent('Ready');
});

test('a set that is here invites to its walk, and is removed after a question', async () => {
  let removed = '';
  bend({
    removeDemo: ({ id }: { id: string }) => {
      removed = id;
      return { __typename: 'Success', id };
    },
  });
  const { person } = show(<DemoScreen />);
  const card = await screen.findByRole('listitem', { name: 'Rejected payments 1' });
  const walk = within(card).getByRole('region', { name: 'Now look around' });
  expect(within(walk).getAllByRole('link')[0]).toHaveAttribute('href', '/?view=attention');
  await person.click(within(card).getByRole('button', { name: 'Remove Rejected payments 1' }));
  await person.click(
    within(screen.getByRole('dialog', { name: 'Remove this demo data?' })).getByRole('button', {
      name: 'Remove',
    }),
  );
  await waitFor(() => expect(removed).toBe('2'));
});

test('payments that leave are told, and the file that waits for you leads the walk', async () => {
  bend({
    demo: () =>
      demo({ sets: [set({ payments: 'PAID', paidJournal: 'p1', waitingJournal: 'w1' })] }),
  });
  show(<DemoScreen />);
  expect(await screen.findByText(/approved, sent, and paid/)).toBeInTheDocument();
  const [first, second] = within(
    screen.getByRole('region', { name: 'Now look around' }),
  ).getAllByRole('link');
  expect(first).toHaveAttribute('href', '/journals/w1');
  expect(second).toHaveAttribute('href', '/journals/p1');
});

test('bills in an accounting system are told with the way to its books, and are on the walk', async () => {
  const made = { payments: 'PAID', paidJournal: 'p1', waitingJournal: 'w1' };
  bend({
    demo: () =>
      demo({
        sets: [
          set({ ...made, erp: 'CONNECTED', erpPage: 'http://localhost:8090/?company=demo-1' }),
          set({ ...made, id: '3', erp: 'TAKEN' }),
          set({
            ...made,
            id: '4',
            erp: 'FAILED',
            erpSaid: { en: 'A check has failed', da: 'En kontrol er fejlet' },
          }),
        ],
      }),
  });
  show(<DemoScreen />);
  expect(await screen.findByRole('link', { name: 'See the books there' })).toHaveAttribute(
    'href',
    'http://localhost:8090/?company=demo-1',
  );
  expect(screen.getByText(/has an ERP of its own/)).toBeInTheDocument();
  expect(
    screen.getByText(/no accounting system in the end: A check has failed/),
  ).toBeInTheDocument();
  const [walk, other] = screen.getAllByRole('region', { name: 'Now look around' });
  expect(
    within(walk!)
      .getAllByRole('link')
      .map((one) => one.getAttribute('href'))
      .slice(0, 4),
  ).toEqual(['/journals/w1', '/journals/p1', '/erp/exchange', '/erp/configuration-validation']);
  expect(
    within(other!).queryByRole('link', { name: /came from the accounting system/ }),
  ).not.toBeInTheDocument();
});

test('where no bank answers, and where something stopped, it says so', async () => {
  bend({
    demo: () =>
      demo({
        sets: [
          set({
            payments: 'NO_BANK',
            paymentsSaid: {
              en: 'The simulated bank does not answer.',
              da: 'Den simulerede bank svarer ikke.',
            },
          }),
          set({
            id: '3',
            payments: 'FAILED',
            paymentsSaid: {
              en: 'The rules ask for somebody else’s approval',
              da: 'Reglerne kræver en andens godkendelse',
            },
          }),
        ],
      }),
  });
  show(<DemoScreen />);
  expect(
    await screen.findByText(/nothing is sent, since no simulated bank answers here/),
  ).toHaveTextContent('does not answer.');
  expect(screen.getByText(/went no further: The rules ask/)).toBeInTheDocument();
});

test('what was made while banks were closed says when it is booked', async () => {
  bend({ demo: () => demo({ sets: [set({ payments: 'PAID', bookedOn: '2026-11-23' })] }) });
  show(<DemoScreen />);
  expect(
    await screen.findByText(
      /paid by the simulated bank\. They fell .* booked with the date of the bank’s next banking day, 11\/23\/2026\./,
    ),
  ).toBeInTheDocument();
});

test('what could not be removed says why', async () => {
  bend({
    demo: () =>
      demo({
        sets: [
          set({
            keptSaid: [
              {
                en: 'demo-1.xml: its payments were signed for sending',
                da: 'demo-1.xml: dens betalinger er underskrevet til afsendelse',
              },
            ],
          }),
        ],
      }),
  });
  show(<DemoScreen />);
  expect(await screen.findByText(/signed for sending/)).toBeInTheDocument();
});

test('in production there is none to make', async () => {
  bend({ demo: () => demo({ isPossible: false, sets: [], isShown: false }) });
  show(<DemoScreen />);
  expect(
    await screen.findByRole('heading', { name: 'No demo data in production' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Generate demo data' })).not.toBeInTheDocument();
});

test('who may not make it sees what there is', async () => {
  permissions.set({ verbs: new Set(['demo.read']) });
  show(<DemoScreen />);
  expect(
    await screen.findByText('Your roles let you see demo data, not make it.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  permissions.set({ verbs: new Set(VERBS) });
});

test('it speaks Danish', async () => {
  preferLanguage('da');
  show(<DemoScreen />);
  expect(await screen.findByRole('listitem', { name: 'Afviste betalinger 1' })).toBeInTheDocument();
});

test('a ribbon leads here while something is made up, and says on which lists', async () => {
  show(<DemoRibbon label="Demo data" here="Demo data on this list" help="Made up" />, '/bank');
  expect(await screen.findByRole('link', { name: 'Demo data' })).toHaveAttribute('href', '/demo');
});

test('on a list with some of it the ribbon says so', async () => {
  show(<DemoRibbon label="Demo data" here="Demo data on this list" help="Made up" />, '/');
  expect(await screen.findByRole('link', { name: 'Demo data on this list' })).toHaveAttribute(
    'href',
    '/demo',
  );
});
