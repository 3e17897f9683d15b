import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { InvoiceListScreen } from '.';
import { daysOf, yearOf, yearsUntil } from './invoiceFilter';

beforeEach(() => localStorage.clear());

const table = () => screen.findByRole('table', { name: 'Invoices' });

test('lists invoices and credit notes with state and amounts, and sums by state', async () => {
  show(<InvoiceListScreen />);
  const list = await table();
  expect(within(list).getByRole('link', { name: 'GIRO-NORDHAVN-00003' })).toBeInTheDocument();
  expect(within(list).getByText('Overdue')).toBeInTheDocument();
  expect(within(list).getByText('Credit note')).toBeInTheDocument();
  const sums = await screen.findByRole('list', { name: 'Sums by currency and state' });
  expect(within(sums).getByText('718.75')).toBeInTheDocument();
});

test('an invoice opens with lines, reminders and mails, and says plainly that it is overdue', async () => {
  show(<InvoiceListScreen />, '/?invoice=3');
  const drawer = await screen.findByRole('dialog', { name: 'Invoice GIRO-NORDHAVN-00003' });
  expect(await within(drawer).findByText('718.75 DKK was due on 11/15/2026.')).toBeInTheDocument();
  expect(within(drawer).getByText(/Reminder 1, fee 100.00 DKK/)).toBeInTheDocument();
  expect(within(drawer).getByText('bogholderi@example.com')).toBeInTheDocument();
  expect(within(drawer).getByText('Journals beyond')).toBeInTheDocument();
});

test('d takes the paper of the open invoice', async () => {
  server.use(
    http.get('*/api/billing/invoices/3/pdf', () =>
      HttpResponse.text('%PDF', {
        headers: { 'content-disposition': 'attachment; filename="invoice-3.pdf"' },
      }),
    ),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const { person } = show(<InvoiceListScreen />, '/?invoice=3');
  await screen.findByRole('button', { name: 'Download PDF' });
  await person.keyboard('d');
  await waitFor(() => expect(saved).toEqual(['invoice-3.pdf']));
});

test('an overdue invoice leads to how it is paid', async () => {
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  const { person } = show(<InvoiceListScreen />, '/?invoice=3');
  await person.click(await screen.findByRole('button', { name: 'How to pay' }));
  const payment = screen.getByRole('region', { name: 'Payment' });
  expect(payment).toHaveFocus();
  expect(shown).toHaveBeenCalledTimes(1);
  expect(within(payment).getByText('RF18NORDHAV000001')).toBeInTheDocument();
});

test('d takes the paper of the row that has the focus', async () => {
  const asked = vi.fn();
  server.use(
    http.post('*/api/export/invoicePapers', async ({ request }) => {
      asked(await request.json());
      return HttpResponse.json({ url: '/api/export/tickets/t' }, { status: 201 });
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { person } = show(<InvoiceListScreen />);
  within(await table())
    .getByRole('link', { name: 'GIRO-NORDHAVN-00001' })
    .focus();
  await person.keyboard('d');
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ ids: ['1'] }));
});

test('a draft says when it gets its number, and has nothing to download', async () => {
  show(<InvoiceListScreen />, '/?invoice=4');
  expect(
    await screen.findByText('A draft. It gets its number and PDF on 11/22/2026.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument();
});

test('an invoice is disputed, and sent again to an address', async () => {
  const asked = vi.fn((_args: object) => ({ __typename: 'Success', id: '3' }));
  const sent = vi.fn((_args: object) => ({ __typename: 'Success', id: '3' }));
  bend({ questionInvoice: asked, sendInvoice: sent });
  const { person } = show(<InvoiceListScreen />, '/?invoice=3');
  await person.click(await screen.findByRole('button', { name: 'Dispute or ask' }));
  await person.type(screen.getByLabelText('Dispute or ask'), 'Twice the same');
  await person.click(screen.getByRole('button', { name: 'Send to the seller' }));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ id: '3', text: 'Twice the same' });
  await person.click(screen.getByRole('button', { name: 'Send again' }));
  await person.type(screen.getByLabelText('To'), 'chef@example.com');
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ recipients: ['chef@example.com'] });
});

test('a year is chosen at once, and narrows by the address', async () => {
  expect(yearOf('2026-01-01', '2026-12-31')).toBe('2026');
  expect(yearOf('2026-01-02', '2026-12-31')).toBeNull();
  expect(daysOf('2025')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(daysOf(null)).toEqual({ from: null, to: null });
  expect(yearsUntil('2026-11-21')).toEqual(['2026', '2025', '2024', '2023', '2022']);
  show(<InvoiceListScreen />, '/?state=OVERDUE');
  expect(within(await table()).queryByText('Credit note')).not.toBeInTheDocument();
});

test('tells that there are none, and a role that is lacking', async () => {
  bend({ invoices: () => connection([]), invoiceTotals: () => [] });
  show(<InvoiceListScreen />);
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeInTheDocument();
});

test('tells a role that is lacking', async () => {
  bend({
    invoices: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  show(<InvoiceListScreen />);
  expect(await screen.findByText('No access')).toBeInTheDocument();
});

test('lines are in the reader’s language, and the language of the paper is told where it is another', async () => {
  preferLanguage('da');
  show(<InvoiceListScreen />, '/?invoice=3');
  expect(await screen.findByText('Journaler ud over')).toBeInTheDocument();
  expect(screen.getByText('Selve fakturaen (PDF) er på engelsk.')).toBeInTheDocument();
  preferLanguage('en');
});
