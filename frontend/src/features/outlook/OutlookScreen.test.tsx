import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OutlookScreen } from '@/features/outlook';
import { aboutAny } from '@/kernel/topics';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';

const saved = vi.hoisted(() => ({ blobs: [] as Blob[] }));
vi.mock('@/kernel/http', async (original) => ({
  ...(await original<object>()),
  saveBlob: (blob: Blob) => saved.blobs.push(blob),
}));

const textOf = async (blob: Blob) =>
  new Promise((resolve: (text: string) => void) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(blob);
  });
const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent?.trim());

test('an account is told in words, by day, and each day by what it is built from', async () => {
  const { person, addressNow } = show(<OutlookScreen />, '/outlook');
  expect(
    await screen.findByText(/^Lowest expected balance: −100\.50 DKK on 05\/04\/2026\./),
  ).toHaveTextContent('In the worst case −150.50 DKK.');
  for (const fact of [
    'Begins with 1,000.00 DKK, the closing balance of 04/30/2026.',
    '1 payment of 70.00 DKK awaits approval and is not counted.',
    '2 payments of 35.00 EUR are in another currency and not counted.',
    '1 statement is missing, the first of 04/21/2026: patterns may be incomplete.',
    'Last 30 days: within the band on 26 of 28 days, median error 12.50 DKK.',
  ])
    expect(screen.getByText(fact)).toBeVisible();
  const days = screen.getByRole('table', { name: /^Outlook of .* by day$/ });
  expect(within(days).getAllByRole('row')).toHaveLength(1 + 30);
  const day = within(days).getByRole('row', { name: /^05\/04\/2026/ });
  expect(cells(day)).toEqual([
    '05/04/2026', '−100.50', '−150.50', '−50.50', '0.00', '1,100.50',
  ]); // prettier-ignore
  const walker = screen.getByRole('slider', { name: /^Days of/ });
  expect(walker).toHaveAttribute('aria-valuetext', expect.stringMatching(/^05\/01\/2026/));
  walker.focus();
  fireEvent.change(walker, { target: { value: '3' } });
  expect(walker).toHaveAttribute(
    'aria-valuetext',
    '05/04/2026, Previous day 1,000.00 DKK, Incoming 0.00 DKK, Outgoing 1,100.50 DKK, Expected −100.50 DKK, Lowest −150.50 DKK, Highest −50.50 DKK',
  );
  await person.keyboard('{Enter}');
  expect(addressNow()).toBe('/outlook?day=2026-05-04');
  const dialog = screen.getByRole('dialog', { name: 'Forecast for 05/04/2026' });
  expect(dialog).toHaveTextContent(
    'From 1,000.00 DKK to −100.50 DKK, between −150.50 DKK and −50.50 DKK.',
  );
  const [rent, salary] = within(dialog).getAllByRole('row').slice(1);
  expect(cells(rent!).slice(1)).toEqual([
    'Recurs monthly, 4 times so far', '05/02/2026 – 05/04/2026', '−600.00−650.00 to −550.00',
  ]); // prettier-ignore
  expect(within(rent!).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/journals\/statements\?account=a1&q=Fjordblik\+Ejendomme/),
  );
  expect(cells(salary!)).toEqual([
    'Lise Lind', 'Payment on its way', '05/04/2026', '−500.50',
  ]); // prettier-ignore
  expect(within(salary!).getByRole('link')).toHaveAttribute('href', '/payments?payment=p9');
  await person.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(addressNow()).toBe('/outlook');
});

test('days, account and language are the reader’s, and the file holds what the table shows', async () => {
  const { person, addressNow } = show(<OutlookScreen />, '/outlook');
  await person.click(await screen.findByRole('button', { name: '90 days' }));
  const days = await screen.findByRole('table', { name: /^Outlook of .* by day$/ });
  expect(within(days).getAllByRole('row')).toHaveLength(1 + 90);
  await person.click(screen.getByRole('button', { name: /^Save the outlook of .* as CSV$/ }));
  const rows = (await textOf(saved.blobs[0]!)).split('\r\n');
  expect(rows).toHaveLength(1 + 90 + 2 + 1);
  expect(rows.filter((row) => row.includes('2026-05-04'))).toEqual([
    'DK5000400440116243,DKK,2026-05-04,Expected balance,,-150.50,-100.50,-50.50',
    'DK5000400440116243,DKK,2026-05-04,"Recurs monthly, 4 times so far",Fjordblik Ejendomme A/S,-650.00,-600.00,-550.00',
    'DK5000400440116243,DKK,2026-05-04,Payment on its way,Lise Lind,-500.50,-500.50,-500.50',
  ]);
  const accounts = screen.getByRole('table', { name: 'Accounts' });
  await person.click(within(accounts).getAllByRole('link')[1]!);
  expect(addressNow()).toBe('/outlook?account=a2&days=90');
  expect(await screen.findByText(/^The last statement is of 02\/01\/2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  preferLanguage('da');
  expect(await screen.findByRole('heading', { name: 'Likviditetsprognose' })).toBeVisible();
});

test('accounts expected below zero stand first', async () => {
  bend({ arrangement: () => ['a2', 'a1'] });
  show(<OutlookScreen />, '/outlook');
  const accounts = await screen.findByRole('table', { name: 'Accounts' });
  const [, first] = within(accounts).getAllByRole('row');
  expect(cells(first!).slice(2)).toEqual(['1,000.00', '−100.50', '05/04/2026']);
});

test('a refusal is told once', async () => {
  bend({ cashOutlooks: () => refusal('forbidden', 'Not yours to see') });
  show(<OutlookScreen />, '/outlook?days=90');
  expect(await screen.findByText('trace-4711')).toBeVisible();
});

test('without an account a statement can be brought', async () => {
  bend({ accounts: () => connection([]) });
  show(<OutlookScreen />, '/outlook');
  expect(await screen.findByRole('link', { name: 'Upload a statement' })).toHaveAttribute(
    'href',
    '/upload/statement',
  );
});

test.each(['PAYMENTS', 'BALANCES', 'BANKS'])('%s brings the outlook up to date', (topic) => {
  expect(aboutAny([topic])('cashOutlooks')).toBe(true);
});
