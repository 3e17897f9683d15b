/** The made-up world's outlooks: an account that pays rent and wages, and one nobody tells of. */
import { addDays } from '@/kernel/dates';
import { accounts } from './records';

type Row = Record<string, unknown>;

const item = (kind: string, party: string, day: string, amount: string, more: Row = {}): Row => ({
  kind, party, day, first: day, last: day, low: amount, amount, high: amount,
  paymentId: null, entryId: null, rhythm: null, times: 0, ...more,
}); // prettier-ignore

const RENT = item('PATTERN', 'Fjordblik Ejendomme A/S', '2026-05-04', '-600.00', {
  first: '2026-05-02', low: '-650.00', high: '-550.00', entryId: 'e7', rhythm: 'MONTHLY', times: 4,
}); // prettier-ignore
const SALARY = item('PAYMENT', 'Lise Lind', '2026-05-04', '-500.50', { paymentId: 'p9' });

/** A thousand kroner at the beginning, and on the fourth day a hundred too little. */
export function cashOutlooks({ days, accountIds }: { days: number; accountIds?: string[] }): Row[] {
  const after = { low: '-150.50', line: '-100.50', high: '-50.50' };
  const dates = Array.from({ length: days }, (_, index) => addDays('2026-05-01', index));
  return accounts
    .slice(0, 2)
    .filter(({ id }) => !accountIds || accountIds.includes(String(id)))
    .map(({ id, number, iban, nickname, name, currency }) => {
      const ready = id === accounts[0]?.['id'];
      const own = dates.map((day) => ({
        day,
        ...(day < '2026-05-04' ? { low: '1000.00', line: '1000.00', high: '1000.00' } : after),
        items: day === '2026-05-04' ? [RENT, SALARY] : [],
      }));
      return {
        accountId: id, account: number, iban, nickname, accountName: name, currency,
        state: ready ? 'READY' : 'STALE',
        since: ready ? '2026-04-30' : '2026-02-01',
        opening: ready ? '1000.00' : null,
        days: ready ? own : [],
        lowest: ready ? { day: '2026-05-04', ...after, items: [] } : null,
        waiting: ready ? [item('PAYMENT', 'Hansa', '2026-05-05', '-70.00')] : [],
        elsewhere: ready ? [{ currency: 'EUR', amount: '35.00', count: 2 }] : [],
        missing: ready ? ['2026-04-21'] : [],
        hindsight: ready ? { within: 26, days: 28, error: '12.50' } : null,
      }; // prettier-ignore
    });
}
