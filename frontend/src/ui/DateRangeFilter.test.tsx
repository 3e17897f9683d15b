import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prefer, preferLanguage, preferences } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { DateRangeFilter } from '@/ui';

type Range = Parameters<typeof DateRangeFilter>[0]['value'];

async function opened(value: Range, bounds: { required?: boolean; mostDays?: number } = {}) {
  const onChange = vi.fn();
  const { person } = show(
    <DateRangeFilter name="Period" value={value} onChange={onChange} {...bounds} />,
  );
  await person.click(screen.getByRole('button', { name: /^Period/ }));
  const [from, to] = await screen.findAllByRole('textbox');
  return { person, onChange, from: from as HTMLElement, to: to as HTMLElement };
}

const NONE = { from: null, to: null };

test('both days are typed in the chosen format with any separator, or in full, and applied with Enter', async () => {
  preferLanguage('da');
  const { person, onChange, from, to } = await opened(NONE);
  expect(from).toHaveAccessibleName('Fra');
  await person.type(from, '2/11/26');
  await person.type(to, '2026-11-20{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-02', to: '2026-11-20' });
});

test('one day alone leaves the other side open', async () => {
  const { person, onChange, to } = await opened({ from: '2026-11-02', to: '2026-11-20' });
  await person.clear(to);
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-02', to: null });
});

test('what is no date is called so at its field and is not applied', async () => {
  const { person, onChange, from } = await opened(NONE);
  await person.type(from, '31/12/2026{Enter}');
  expect(from).toHaveAccessibleDescription(
    /“31\/12\/2026” is not a date\. Type the date as mm\/dd\/yyyy, such as/,
  );
  expect(from).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});

test('a single day is a range', async () => {
  const { person, onChange, from, to } = await opened(NONE, { mostDays: 1 });
  await person.type(from, '11/02/2026');
  await person.type(to, '11/02/2026{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-02', to: '2026-11-02' });
});

test('a range that ends before it begins, or is too long, is refused until either day is mended', async () => {
  const { person, onChange, from, to } = await opened(
    { from: '2026-11-20', to: '2026-11-02' },
    { required: true, mostDays: 366 },
  );
  await person.type(from, '{Enter}');
  expect(to).toHaveAccessibleDescription(/“From” is after “To”\./);
  await person.clear(from);
  expect(to).toBeValid();
  await person.type(from, '{Enter}');
  expect(from).toHaveAccessibleDescription(/Type the date as/);
  await person.type(from, '11/01/2025{Enter}');
  expect(to).toHaveAccessibleDescription(/At most 366 days at once\./);
  await person.clear(from);
  await person.type(from, '11/02/2025{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2025-11-02', to: '2026-11-02' });
});

test('the calendar is walked over the end of a week, marks today where the person is, and offers no day out of reach', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  // There it is the 21st already.
  const { timeZone } = preferences.get();
  prefer({ timeZone: 'Pacific/Kiritimati' });
  try {
    const { person, onChange } = await opened(
      { from: '2026-11-14', to: '2026-11-20' },
      { mostDays: 10 },
    );
    await person.click(screen.getByRole('button', { name: 'Choose date: To' }));
    const calendar = await screen.findByRole('group', { name: 'Choose date: To' });
    await waitFor(() => expect(within(calendar).getByText('20')).toHaveFocus());
    expect(within(calendar).getByText('21').parentElement).toHaveAttribute('aria-current', 'date');
    expect(calendar.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(within(calendar).getByText('23')).toHaveAttribute('aria-disabled', 'false');
    expect(within(calendar).getByText('24')).toHaveAttribute('aria-disabled', 'true');
    // Past the last day in reach there is nothing, not even another month.
    await person.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}');
    expect(within(calendar).getByText('23')).toHaveFocus();
    expect(within(calendar).getByText('November')).toBeInTheDocument();
    await person.keyboard('{ArrowLeft}{ArrowRight}{ArrowLeft}{Enter}');
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-14', to: '2026-11-22' });
  } finally {
    prefer({ timeZone });
    vi.useRealTimers();
  }
});
