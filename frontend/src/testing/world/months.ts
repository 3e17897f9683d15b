/** The made-up world's months: of the first account all is here, of the second much is not. */
import { addDays, addMonths, isWeekend } from '@/kernel/dates';
import { accounts } from './records';

type Row = Record<string, unknown>;

/** What is the matter, by account and day of the month. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  'a2 5': ['GAP', 'POSSIBLE_DUPLICATE'],
  'a2 9': ['BREAK'],
  'a2 12': ['DISPUTED'],
  'a2 16': ['REPLACED'],
};

function dayOf(id: unknown, date: string): Row {
  const day = Number(date.slice(8));
  const state = isWeekend(date)
    ? 'CLOSED'
    : id === 'a2' && day === 4
      ? 'MISSING'
      : id === 'a3' && day < 10
        ? 'BEFORE'
        : id === 'a3' && day > 20
          ? 'AWAITED'
          : day % 7 === 3
            ? 'EMPTY'
            : 'RECEIVED';
  return {
    date,
    state,
    marks: MARKS[`${String(id)} ${day}`] ?? [],
    entries: state === 'RECEIVED' ? day : 0,
  };
}

export function accountMonths(month: string): Row[] {
  const first = `${month.slice(0, 7)}-01`;
  const dates: string[] = [];
  for (let date = first; date < addMonths(first, 1); date = addDays(date, 1)) dates.push(date);
  return accounts.map((account, index) => {
    const days = dates.map((date) => dayOf(account['id'], date));
    return {
      account,
      currency: account['currency'],
      days,
      isComplete: index === 0,
      addsUp: [true, false, null][index],
      entries: days.reduce((sum, { entries }) => sum + Number(entries), 0),
      unmatched: index,
      differences: index,
      difference: index === 0 ? null : '12.50',
      proposed: null,
      closed: null,
      total: '100.00',
      seen: `${index}`,
      closing: index === 0 ? '812000.50' : null,
    };
  });
}
