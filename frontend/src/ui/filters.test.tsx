/** Filters: what is typed is what is asked for, and what is taken back is asked for no more. */
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { prefer, preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import {
  AmountFilter,
  AmountText,
  DateText,
  InstantField,
  InstantText,
  MoneyText,
  MultiFilter,
  SearchField,
  SelectFilter,
} from '@/ui';

afterEach(() => vi.useRealTimers());

test.each([
  ['1.250,50', '2.000', { from: '1250.50', to: '2000' }],
  ['', '99', { from: null, to: '99' }],
  ['0', '', { from: '0', to: null }],
])('amounts from %j to %j are read as people write them', async (from, to, expected) => {
  const onChange = vi.fn();
  const { person } = show(
    <AmountFilter name="Amount" value={{ from: null, to: null }} onChange={onChange} />,
  );
  await person.click(screen.getByRole('button', { name: 'Amount' }));
  if (from) await person.type(screen.getByLabelText('Amount from'), from);
  if (to) await person.type(screen.getByLabelText('Amount to'), to);
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(expected);
  expect(screen.queryByLabelText('Amount from')).not.toBeInTheDocument();
});

test.each(['Amount from', 'Amount to'])(
  'what is no amount in “%s” is called so and is not asked for',
  async (bound) => {
    const onChange = vi.fn();
    const { person } = show(
      <AmountFilter name="Amount" value={{ from: '5', to: null }} onChange={onChange} />,
    );
    await person.click(screen.getByRole('button', { name: 'Amount: 5.00 – …' }));
    await person.type(screen.getByLabelText(bound), 'x{Enter}');
    expect(screen.getByLabelText(bound)).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent('Type an amount');
    expect(onChange).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Remove the filter “Amount”' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: null, to: null });
  },
);

test('the bounds of an amount that are shown are read as the same again', async () => {
  prefer({ numberFormat: 'da-DK' });
  const onChange = vi.fn();
  const { person } = show(
    <AmountFilter name="Amount" value={{ from: '-1250.5', to: '10000' }} onChange={onChange} />,
  );
  await person.click(screen.getByRole('button', { name: 'Amount: −1.250,50 – 10.000,00' }));
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '-1250.50', to: '10000.00' });
});

const options = ['DKK', 'EUR', 'SEK'].map((value) => ({
  value,
  label: `In ${value}`,
  hint: `hint ${value}`,
}));

test('several are chosen one by one, and given back', async () => {
  const onChange = vi.fn();
  const { person } = show(
    <MultiFilter name="Currency" value={['DKK', 'EUR']} options={options} onChange={onChange} />,
  );
  await person.click(screen.getByRole('button', { name: 'Currency: 2 chosen' }));
  await person.click(screen.getByRole('checkbox', { name: /SEK/ }));
  expect(onChange).toHaveBeenLastCalledWith(['DKK', 'EUR', 'SEK']);
  await person.click(screen.getByRole('checkbox', { name: /DKK/ }));
  expect(onChange).toHaveBeenLastCalledWith(['EUR']);
  await person.click(screen.getByRole('button', { name: 'All' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('one of several is named, and a long list is searched by name and hint, spaces apart', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    value: `a${index}`,
    label: `Account ${index}`,
    hint: `DK50 0040 ${index}`,
  }));
  const { person } = show(
    <MultiFilter name="Account" value={['a3']} options={many} onChange={() => undefined} />,
  );
  await person.click(screen.getByRole('button', { name: 'Account: Account 3' }));
  await person.type(screen.getByRole('searchbox', { name: 'Search' }), '00405');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(screen.getByRole('checkbox')).toHaveAccessibleName(/Account 5/);
});

test('one of a few is chosen, or none', async () => {
  const onChange = vi.fn();
  const { person } = show(
    <SelectFilter name="Currency" value="DKK" options={options} onChange={onChange} />,
  );
  await person.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  expect(onChange).toHaveBeenLastCalledWith('EUR');
  await person.selectOptions(screen.getByLabelText('Currency'), '');
  expect(onChange).toHaveBeenLastCalledWith(null);
  await person.click(screen.getByRole('button', { name: 'Remove the filter “Currency”' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
});

function Search({ onChange }: { onChange: (value: string) => void }) {
  const [value, set] = useState('rent');
  return (
    <>
      <SearchField
        value={value}
        name="Search all"
        onChange={(next) => {
          set(next);
          onChange(next);
        }}
      />
      <button type="button" onClick={() => set('from outside')}>
        Back
      </button>
    </>
  );
}

test('what is typed is asked for once typing rests, or at once with Enter, and follows the address', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onChange = vi.fn();
  const { person } = show(<Search onChange={onChange} />);
  const field = screen.getByRole('searchbox');
  await person.type(field, ' november ');
  await act(async () => vi.advanceTimersByTimeAsync(400));
  expect(onChange).toHaveBeenLastCalledWith('rent november');
  await person.clear(field);
  await person.type(field, 'wages{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('wages');
  const calls = onChange.mock.calls.length;
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  expect(onChange).toHaveBeenCalledTimes(calls);
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect(field).toHaveValue('from outside');
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  expect(onChange).toHaveBeenCalledTimes(calls);
});

test('a moment is taken once it is one, in the person’s zone', async () => {
  prefer({ timeZone: 'Europe/Copenhagen' });
  preferLanguage('da');
  const onAct = vi.fn();
  const { person } = show(<InstantField name="At" act="Go" onAct={onAct} />);
  const field = screen.getByLabelText('At');
  expect(screen.queryByRole('button', { name: 'Go' })).not.toBeInTheDocument();
  await person.type(field, '25-10-2026{Enter}');
  expect(field).toBeInvalid();
  expect(onAct).not.toHaveBeenCalled();
  await person.type(field, ' 08:30');
  expect(field).toBeValid();
  await person.click(screen.getByRole('button', { name: 'Go' }));
  expect(onAct).toHaveBeenCalledExactlyOnceWith('2026-10-25T07:30:00.000Z');
});

test('amounts and days are written as the person has chosen, with the sign of a credit where that is asked', async () => {
  prefer({ numberFormat: 'da-DK', dateFormat: 'dd.mm.yy', timeZone: 'Europe/Copenhagen' });
  show(
    <ul>
      <li>
        <MoneyText value={{ amount: '1250.5', currency: 'DKK' }} signed />
      </li>
      <li>
        <MoneyText value={{ amount: '-1250.5', currency: 'DKK' }} signed />
      </li>
      <li>
        <MoneyText value={{ amount: '0.00', currency: 'DKK' }} signed />
      </li>
      <li>
        <MoneyText value={{ amount: '7', currency: 'JPY' }} />
      </li>
      <li>
        <AmountText amount="12.345" currency="KWD" />
      </li>
      <li>
        <DateText value="2026-11-20" />
      </li>
      <li>
        <InstantText value="2026-11-20T23:30:00Z" />
      </li>
      <li>
        <DateText value={null} />
      </li>
    </ul>,
  );
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '+1.250,50 DKK',
      '−1.250,50 DKK',
      '0,00 DKK',
      '7 JPY',
      '12,345',
      '20.11.2026',
      '21.11.2026 00:30',
      '–None',
    ]),
  );
});
