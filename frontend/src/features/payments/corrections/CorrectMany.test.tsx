/** Correcting and resubmitting: fields by reason, what is sent, refusals at their field, in both languages. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { payments } from '@/testing/world/records';
import { CorrectMany } from './CorrectMany';

const row = (index: number, more: object = {}) => ({
  payment: payments[index],
  refusal: null,
  refusalMessage: null,
  fields: ['ACCOUNT'],
  account: 'DK1930003330157765',
  isIban: true,
  bic: 'TESTDKKKXXX',
  address: { street: null, building: null, postCode: null, town: null, country: 'DK', lines: [] },
  firstDay: '2026-12-01',
  ...more,
});

function form(
  rows: readonly object[],
  done: object = { __typename: 'PaymentsCorrected', files: [] },
) {
  const sent: object[] = [];
  const onClose = vi.fn();
  const onEnded = vi.fn();
  bend({
    paymentsToCorrect: () => rows,
    correctPayments: ({ payments: given }: { payments: object[] }) => {
      sent.push(...given);
      return done;
    },
  });
  const shown = show(
    <CorrectMany chosen={{ ids: ['p0', 'p1'] }} onClose={onClose} onEnded={onEnded} />,
  );
  return { ...shown, sent, onClose, onEnded };
}

/** The dialog, once the payments stand in it. */
const dialog = async () => {
  await screen.findAllByRole('group');
  return screen.getByRole('dialog', { name: 'Correct and resubmit' });
};

test('the field that the reason points to is open, and only what was changed is sent', async () => {
  const { person, sent, onEnded } = form([row(0), row(1, { fields: ['ADDRESS'] })]);
  const shown = within(await dialog());
  expect(shown.getByText('2 payments', { exact: false })).toHaveTextContent(
    '2 payments · 2,712.00 DKK',
  );
  const first = shown.getByRole('group', { name: /1,200\.50/ });
  const second = shown.getByRole('group', { name: /1,511\.50/ });
  const account = within(first).getByLabelText('Payee’s account');
  expect(account).toBeVisible();
  expect(within(second).getByLabelText('Town')).toBeVisible();
  expect(within(second).getByLabelText('Payee’s account')).not.toBeVisible();
  await person.clear(account);
  await person.type(account, 'DK5000400440116243');
  expect(within(first).getByLabelText('BIC')).toHaveValue('');
  await person.type(within(second).getByLabelText('Town'), 'Aars');
  await person.click(within(await dialog()).getByRole('button', { name: 'Correct and resubmit' }));
  await waitFor(() => expect(onEnded).toHaveBeenCalledExactlyOnceWith(null));
  expect(sent).toMatchObject([
    {
      paymentId: 'p0',
      executionDate: '2026-12-01',
      account: 'DK5000400440116243',
      bic: '',
    },
    {
      paymentId: 'p1',
      executionDate: '2026-12-01',
      address: { street: '', building: '', postCode: '', town: 'Aars', country: 'DK' },
    },
  ]);
});

test('what the server refuses stands at its field, of the payment it belongs to', async () => {
  const { person, onClose, onEnded } = form([row(0), row(1)], {
    __typename: 'Problem',
    code: 'corrections.invalid_account',
    message: 'This is no valid account number.',
    path: 'payments.1.account',
  });
  await person.click(within(await dialog()).getByRole('button', { name: 'Correct and resubmit' }));
  const [first, second] = await screen.findAllByLabelText('Payee’s account');
  await waitFor(() => expect(second).toHaveAccessibleDescription(/no valid account number/));
  expect(first).not.toHaveAttribute('aria-invalid');
  expect(onClose).not.toHaveBeenCalled();
  expect(onEnded).not.toHaveBeenCalled();
});

test('what cannot be resubmitted says why, and nothing is left to send', async () => {
  const { person, sent, onClose } = form([
    row(0, { refusal: 'corrections.already', refusalMessage: 'This was resubmitted already.' }),
  ]);
  const shown = await dialog();
  expect(await within(shown).findByText('This was resubmitted already.')).toBeVisible();
  expect(within(shown).getByText('None of these can be resubmitted')).toBeVisible();
  await person.click(within(shown).getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
  expect(sent).toEqual([]);
});
