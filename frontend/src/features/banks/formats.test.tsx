import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormatWatch } from '@/features/banks/components/FormatWatch';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { refusal } from '@/testing/world/answer';

const ROW = {
  bankId: '1', bank: 'Nordea', direction: 'SENT', version: 'pain.001.001.03', files: 1200,
  first: '2026-05-04T08:00:00Z', last: '2026-05-20T08:00:00Z', state: 'NO_END', ends: null,
  endsInMonth: false, daysLeft: null, instead: null, source: null, sourceUrl: null,
}; // prettier-ignore
const told = (...rows: object[]) => ({
  bankFormats: () => ({ lookedAt: '2026-11-29', rows: rows.map((row) => ({ ...ROW, ...row })) }),
});
const known = { instead: 'pain.001.001.09', source: 'SEB', sourceUrl: 'https://seb.example/x' };
const cells = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('each version tells when it ends, what to do, and who says so', async () => {
  bend(
    told(
      { ...known, bank: 'SEB', state: 'ENDS', ends: '2026-11-14', daysLeft: 1 },
      { ...known, bank: 'VR', bankId: '2', direction: 'RECEIVED', version: 'MT940',
        state: 'ENDED', ends: '2025-11-30', daysLeft: -20, endsInMonth: true, instead: 'camt.053.001.08' },
      { ...known, bankId: '3', state: 'NO_END' },
      { ...known, bank: 'Aros', bankId: '4', state: 'SUPERSEDED', ends: '2026-11-14', daysLeft: 1 },
      { bank: 'Sydbank', bankId: '5' },
    ),
  ); // prettier-ignore
  show(<FormatWatch />, '/bank');
  expect((await cells(/^SEB/)).slice(-2)).toEqual([
    'Ends on 11/14/20261 day left',
    'Have the ERP write pain.001.001.09.SEB',
  ]);
  expect((await cells(/^VR/)).slice(-2)).toEqual([
    'Ended on 11/30/2025Each bank has its own day that month.',
    'Ask the bank for camt.053.001.08.SEB',
  ]);
  expect((await cells(/^Nordea/)).slice(2, 3)).toEqual(['1,200']);
  expect((await cells(/^Nordea/)).slice(-2)).toEqual([
    'No end known',
    'The bank offers pain.001.001.09 too.SEB',
  ]);
  expect((await cells(/^Aros/)).slice(-2)).toEqual(['Replaced', '–None']);
  expect((await cells(/^Sydbank/)).slice(-2)).toEqual(['No end known', '–None']);
  expect(screen.getAllByRole('link', { name: 'SEB' })[0]).toHaveAttribute(
    'href',
    'https://seb.example/x',
  );
  expect(screen.getByText(/last read on 11\/29\/2026/)).toBeVisible();
});

test('it waits, and tells that nothing went', async () => {
  bend(told());
  show(<FormatWatch />, '/bank');
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  expect(await screen.findByText('No file has gone to a bank or come from one.')).toBeVisible();
});

test('a failure has a way on, and some may not look', async () => {
  bend({
    bankFormats: () => {
      throw refusal('INTERNAL', 'secret stack');
    },
  });
  const { person } = show(<FormatWatch />, '/bank');
  const alert = await screen.findByRole('alert');
  expect(alert).not.toHaveTextContent('secret stack');
  bend({
    bankFormats: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  await person.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No access')).toBeVisible();
});

test('it speaks Danish', async () => {
  preferLanguage('da');
  bend(told({ ...known, state: 'ENDS', ends: '2026-11-14', daysLeft: 9 }));
  show(<FormatWatch />, '/bank');
  expect((await cells(/^Nordea/)).at(-1)).toContain('Lad ERP-systemet skrive pain.001.001.09.');
  expect(screen.getByText('9 dage tilbage')).toBeVisible();
});
