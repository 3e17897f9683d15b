import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { refusal } from '@/testing/world/answer';
import { approval } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { toasts } from '@/ui';
import { JournalScreen } from './JournalScreen';
import { stepInWords, stepLabels } from './steps';

const page = (
  <Routes>
    <Route path="/journals/:correlationId" element={<JournalScreen />} />
  </Routes>
);

test('says what is wrong, how much of it, why, and what to do; an act nobody brings is not offered', async () => {
  const { person, addressNow } = show(page, '/journals/c1');
  const next = await screen.findByRole('region', { name: /The bank has refused some payments/ });
  expect(next).toHaveTextContent(
    '2 of 24 payments · The first reason: AC04: The account is closed',
  );
  expect(next).toHaveTextContent('correct it, and pay those again in a new file');
  await person.click(within(next).getByRole('link', { name: 'See the payments' }));
  expect(addressNow()).toBe('/journals/c1?tab=payments&payment-state=REJECTED');
});

const waiting = (acts: readonly string[], more: object) =>
  bend({
    journal: () => ({
      ...journals.find((row) => row['correlationId'] === 'c1'),
      nextStep: { step: 'APPROVE', values: [], acts },
      heldBack: null,
      approval: null,
      sending: null,
      ...more,
    }),
  });

test('what the next step asks for is led to, and done in one place, by whom it is open to', async () => {
  waiting(['APPROVE'], { approval: approval() });
  const { person } = show(page, '/journals/c1');
  const next = await screen.findByRole('region', { name: /Pending approval/ });
  await person.click(await within(next).findByRole('button', { name: 'Review and approve' }));
  expect(screen.getByRole('region', { name: 'Approval' })).toHaveFocus();
  await person.click(screen.getByRole('button', { name: 'Approve' }));
  expect(screen.getByRole('dialog', { name: 'Approve these payments?' })).toBeInTheDocument();
});

const refused = {
  id: 's1',
  correlationId: 'c1',
  state: 'REFUSED',
  since: '2026-11-20T08:00:00Z',
  asked: '2026-11-20T08:00:00Z',
  tries: 1,
  nextTry: null,
  held: null,
  heldSaid: null,
  sent: null,
  proof: null,
  bankCode: null,
  bankSaid: null,
  decided: null,
  decidedBy: null,
  reason: null,
  attempts: [],
  obstacles: [{ act: 'DECIDE', code: 'sending.not_undecided', message: 'The outcome is known' }],
};

test('a file on its way is sent again or stopped in its panel alone, to which the next step leads once', async () => {
  waiting(['RESEND', 'CANCEL'], { sending: refused });
  const { person } = show(page, '/journals/c1');
  const next = await screen.findByRole('region', { name: /Pending approval/ });
  await person.click(
    await within(next).findByRole('button', { name: 'Read and send again below' }),
  );
  expect(within(next).getAllByRole('button')).toHaveLength(1);
  const panel = screen.getByRole('region', { name: 'Sending' });
  expect(panel).toHaveFocus();
  expect(
    within(panel)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Send again', 'Stop for good']);
});

test('an act that is closed to the reader is not offered, an import again is', async () => {
  waiting(['APPROVE', 'RESEND', 'REIMPORT'], {
    approval: approval({ canApprove: false, canReject: false }),
  });
  show(page, '/journals/c1');
  expect(await screen.findByRole('region', { name: 'Approval' })).toBeInTheDocument();
  const next = screen.getByRole('region', { name: /Pending approval/ });
  expect(
    within(next)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Import again']);
  expect(screen.getAllByRole('button', { name: 'Import again' })).toHaveLength(1);
});

test('the bank’s answers tell level by level what they say, and which of them still count', async () => {
  show(page, '/journals/c1?tab=status');
  const answers = await screen.findByRole('region', { name: 'The bank’s answers' });
  const [first, second] = within(answers).getAllByRole('listitem');
  expect(first).toHaveTextContent('Counts for 24 payments');
  expect(first).toHaveTextContent('Batch B1');
  expect(first).toHaveTextContent('Name check');
  expect(first).toHaveTextContent('The bank writes: Kontoen er opsagt');
  expect(first).toHaveTextContent('Ask the payee for another account');
  expect(second).toHaveTextContent('Changes nothing now');
  expect(second).toHaveTextContent('Unknown code');
});

test('in Danish the codes, reasons and advice are Danish', async () => {
  preferLanguage('da');
  show(page, '/journals/c1?tab=status');
  const answers = await screen.findByRole('region', { name: 'Bankens svar' });
  expect(answers).toHaveTextContent('AC04: Kontoen er lukket');
  expect(answers).toHaveTextContent('Få en anden konto af modtageren');
  expect(
    screen.getByRole('region', { name: /Banken har afvist nogle betalinger/ }),
  ).toBeInTheDocument();
});

test('comments are read', async () => {
  show(page, '/journals/c1?tab=comments');
  expect(await screen.findByText('Asked the payee for a new account.')).toBeInTheDocument();
});

test('a comment that is refused stays in its field, with the reason in the reader’s language', async () => {
  preferLanguage('da');
  bend({
    commentOnJournal: () => ({
      __typename: 'Problem',
      code: 'forbidden',
      message: 'Your roles do not allow this.',
      path: null,
    }),
  });
  const { person } = show(page, '/journals/c1?tab=comments');
  const field = await screen.findByRole('textbox', { name: 'Ny kommentar' });
  await person.type(field, 'Ring til Jens');
  await person.click(screen.getByRole('button', { name: 'Skriv kommentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Dine roller tillader det ikke.');
  expect(field).toHaveValue('Ring til Jens');
});

test('a journal that is not there says so', async () => {
  show(page, '/journals/nowhere');
  expect(await screen.findByText('This journal does not exist')).toBeInTheDocument();
});

test('one that is still being imported appears by itself', async () => {
  let isThere = false;
  const row = journals.find(({ correlationId }) => correlationId === 'c1');
  bend({ journal: () => (isThere ? row : null) });
  show(page, '/journals/c1');
  expect(await screen.findByText('This journal does not exist')).toBeInTheDocument();
  isThere = true;
  expect(
    await screen.findByRole('tab', { name: /^Payments/ }, { timeout: 5_000 }),
  ).toBeInTheDocument();
});

test('a failure is told and can be tried again', async () => {
  bend({
    journal: () => {
      throw refusal('INTERNAL', 'no');
    },
  });
  show(page, '/journals/c1');
  expect(await screen.findByText('Something failed on our side')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('every step has a headline, a meaning and an advice in both languages', () => {
  const steps = Object.keys(stepLabels).filter((key) => !/_(means|do)$/.test(key)) as Parameters<
    typeof stepInWords
  >[0][];
  expect(steps.length).toBeGreaterThan(20);
  for (const step of steps) {
    for (const language of ['en', 'da'] as const) {
      const { title, means, advice } = stepInWords(step, language);
      expect([title, means, advice].every(Boolean), `${step} ${language}`).toBe(true);
    }
  }
});

test('whoever reads the journal reads who did what to it', async () => {
  permissions.set({ verbs: new Set(['journals.read']) });
  const { person } = show(page, '/journals/c1');
  await person.click(await screen.findByRole('tab', { name: /Audit/ }));
  const trail = await screen.findByRole('table', { name: 'Audit' });
  expect(within(trail).getAllByRole('row')[1]).toHaveTextContent(
    'Astrid HolmMoved a file to its page',
  );
  expect(screen.queryByRole('button', { name: 'Evidence pack' })).toBeNull();
});

test('whoever reads the audit trail takes the evidence pack, and is told why there is none', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/export/evidence', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(
        { detail: 'Event 4 was changed after it was written' },
        { status: 409 },
      );
    }),
  );
  permissions.set({ verbs: new Set(['journals.read', 'audit.read']) });
  const { person } = show(page, '/journals/c1');
  await person.click(await screen.findByRole('tab', { name: /Audit/ }));
  await person.click(await screen.findByRole('button', { name: 'Evidence pack' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([
      { severity: 'error', text: 'Event 4 was changed after it was written' },
    ]),
  );
  expect(asked).toEqual([{ journal: 'c1', locale: 'en' }]);
});

test.each([
  [
    'STATEMENT_DISPUTED',
    'Disputed statement',
    'DECIDE_STATEMENT',
    'Compare and decide',
    '/journals/statements?view=duplicates&part=disputed',
  ],
  [
    'STATEMENT_REPLACED',
    'Another version counts',
    'OPEN_STATEMENT',
    'See the statement',
    '/journals/c1?tab=statement',
  ],
])('the next step %s leads to the two versions', async (step, title, act, name, to) => {
  waiting([act], { nextStep: { step, values: [], acts: [act] } });
  show(page, '/journals/c1');
  const next = await screen.findByRole('region', { name: new RegExp(title) });
  expect(within(next).getByRole('link', { name })).toHaveAttribute('href', to);
});
