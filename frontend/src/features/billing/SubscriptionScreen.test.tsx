import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { VERBS } from '@/testing/world/access';
import { details, offer, subscription } from '@/testing/world/billing';
import { SubscriptionScreen } from '.';

test('shows plan, use, forecast, what counts as one, and the next charge', async () => {
  show(<SubscriptionScreen />);
  const usage = await screen.findByRole('region', { name: 'Used in this period' });
  expect(within(usage).getByText('103 of 100')).toBeInTheDocument();
  expect(within(usage).getByText(/110 at the end of the period/)).toBeInTheDocument();
  expect(within(usage).getByText(/2 not charged/)).toBeInTheDocument();
  expect(within(usage).getByText(/One for each file that a person/)).toBeInTheDocument();
  expect(within(usage).getByRole('meter', { name: 'Journals' })).toHaveAttribute('value', '103');
  const next = screen.getByRole('table', { name: 'Next charge' });
  expect(within(next).getByText('628.13')).toBeInTheDocument();
  expect(screen.getByText('The subscription began: Start')).toBeInTheDocument();
});

test('a unit is traced to its audit event', async () => {
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'What was counted: Journals' }));
  const table = await screen.findByRole('table', { name: 'What was counted: Journals' });
  const row = within(table).getByRole('row', { name: /payments.xml/ });
  expect(row).toHaveTextContent('Astrid Holm');
  expect(within(row).getByRole('link', { name: '77' })).toHaveAttribute('href', '/audit?event=77');
  expect(within(table).getByText('Demo data')).toBeInTheDocument();
});

test('who may not read the trail sees the number and who it was', async () => {
  permissions.set({ verbs: new Set(['billing.read', 'billing.change']) });
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'What was counted: Journals' }));
  const table = await screen.findByRole('table', { name: 'What was counted: Journals' });
  expect(within(table).getByRole('row', { name: /payments.xml/ })).toHaveTextContent(
    /Astrid Holm.*77/,
  );
  expect(within(table).queryByRole('link')).not.toBeInTheDocument();
  permissions.set({ verbs: new Set(VERBS) });
});

test('while the seller’s plans cannot be read it says how old they are, and nothing can be changed', async () => {
  bend({ billingOffer: () => ({ ...offer, lastRead: '2026-11-20T09:00:00Z' }) });
  show(<SubscriptionScreen />);
  expect(await screen.findByText(/cannot be read at present/)).toHaveTextContent(/11\/20\/2026/);
  expect(screen.getByText('103 of 100')).toBeInTheDocument();
  for (const name of ['Change', 'Cancel subscription', 'Pause', 'Change details', 'Count now'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'billing@example.com' })).toHaveAttribute(
    'href',
    'mailto:billing@example.com',
  );
});

test('a change is shown side by side with its exact price, and made with the price that was seen', async () => {
  const made = vi.fn((_args: object) => ({ __typename: 'Success', id: null }));
  bend({ changeSubscription: made });
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = screen.getByRole('dialog', { name: 'Choose plan and period' });
  expect(await within(dialog).findByText('This is what you have already')).toBeInTheDocument();
  await person.selectOptions(within(dialog).getByLabelText('Plan'), 'group');
  const bill = await within(dialog).findByRole('table', { name: 'Invoice for the change' });
  expect(within(bill).getByText('1,856.25')).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Seats')).toHaveValue('50');
  await person.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(made).toHaveBeenCalledTimes(1));
  expect(made.mock.calls[0]?.[0]).toMatchObject({
    atOnce: true,
    shownTotal: '1856.25',
    wanted: { plan: 'group', seats: 50 },
  });
});

test('a pause says from when nothing is charged, and can be undone', async () => {
  const paused = vi.fn((_args: object) => ({ __typename: 'Success', id: null }));
  bend({ pauseSubscription: paused });
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'Pause' }));
  const dialog = screen.getByRole('dialog', { name: 'Pause the subscription?' });
  expect(dialog).toHaveTextContent('It pauses after 12/20/2026');
  bend({
    subscriptions: () =>
      connection([
        subscription({ cancelled: '2026-11-21T10:00:00Z', pauses: true, nextCharge: null }),
      ]),
  });
  await person.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Do not pause' })).toBeInTheDocument();
  expect(screen.getByText('It pauses after 12/20/2026.')).toBeInTheDocument();
  expect(paused).toHaveBeenCalledTimes(1);
});

test('a cancellation says when it ends, and can be undone', async () => {
  const cancelled = vi.fn((_args: object) => ({ __typename: 'Success', id: null }));
  bend({ cancelSubscription: cancelled });
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = screen.getByRole('dialog', { name: 'Cancel the subscription?' });
  expect(dialog).toHaveTextContent('It ends on 12/20/2026');
  bend({
    subscriptions: () =>
      connection([subscription({ cancelled: '2026-11-21T10:00:00Z', nextCharge: null })]),
  });
  await person.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByRole('button', { name: 'Undo cancellation' })).toBeInTheDocument();
  expect(screen.getByText('Cancelled: it ends on 12/20/2026.')).toBeInTheDocument();
  expect(screen.getByText('Nothing is going to be charged.')).toBeInTheDocument();
  expect(cancelled).toHaveBeenCalledTimes(1);
});

test('what cannot stand on an invoice is told at its field', async () => {
  bend({
    changeBillingDetails: () => ({
      __typename: 'Problem',
      code: 'billing.bad_details',
      message: 'This is no CVR number of eight digits',
      path: 'company_number',
    }),
  });
  const { person } = show(<SubscriptionScreen />);
  await person.click(await screen.findByRole('button', { name: 'Change details' }));
  const dialog = screen.getByRole('dialog', { name: 'Billing details' });
  const field = within(dialog).getByLabelText('CVR or company number');
  await person.clear(field);
  await person.type(field, '12345678');
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/no CVR number/)).toBeInTheDocument();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveFocus();
});

test('a trial says how long it lasts, and that an address is missing', async () => {
  bend({
    subscriptions: () => connection([subscription({ state: 'TRIAL', nextCharge: null })]),
    billingDetails: () => ({ ...details, address: '', isWhole: false }),
  });
  preferLanguage('da');
  show(<SubscriptionScreen />);
  expect(await screen.findByText(/Prøveperioden slutter om/)).toBeInTheDocument();
  expect(screen.getByText(/Faktureringsadresse mangler/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Vælg plan' })).toBeInTheDocument();
});

test('says what it is when there is no subscription, when nobody is billed, and when it fails', async () => {
  bend({ subscriptions: () => connection([]) });
  const first = show(<SubscriptionScreen />);
  expect(await screen.findByRole('heading', { name: 'No subscription yet' })).toBeInTheDocument();
  bend({ billingOffer: () => null });
  await first.person.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('heading', { name: 'Nobody is billed here' })).toBeInTheDocument();
});

test('tells a role that is lacking', async () => {
  bend({
    subscriptions: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  show(<SubscriptionScreen />);
  expect(await screen.findByText('No access')).toBeInTheDocument();
});
