/** Which month, which accounts, and only those where something is left to do. */
import { useAccountOptions } from '@/features/banks';
import { addMonths, today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, FilterBar, MultiFilter, SelectFilter } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import { KINDS, type MonthUrlFilter } from '../paths';

export function MonthFilters({
  month,
  url: { filter, change },
}: {
  month: string;
  url: UrlFilter<MonthUrlFilter>;
}) {
  const words = useLabels(labels);
  return (
    <FilterBar
      filtered={filter.account.length > 0 || filter.show !== null}
      onClear={() => change({ account: [], show: null })}
    >
      <MonthChooser month={month} onChange={(next) => change({ month: next })} />
      <MultiFilter
        name={words.accounts}
        value={filter.account}
        options={useAccountOptions()}
        onChange={(account) => change({ account })}
      />
      <SelectFilter
        name={words.show}
        value={filter.show}
        options={KINDS.map((kind) => ({ value: kind, label: words[`only${kind}`] }))}
        onChange={(show) => change({ show })}
      />
    </FilterBar>
  );
}

/** So many months back are listed; those before are reached one by one. */
const LISTED = 24;

function MonthChooser({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const latest = today().slice(0, 7);
  const away = (from: string, months: number) => addMonths(`${from}-01`, months).slice(0, 7);
  const listed = Array.from({ length: LISTED }, (_, back) => away(latest, -back));
  return (
    <span className="m-chooser">
      <Button
        small
        look="quiet"
        icon="chevron-left"
        aria-label={words.previousMonth}
        onClick={() => onChange(away(month, -1))}
      />
      <label className="g-select">
        <span>{words.month}</span>
        <select value={month} onChange={(event) => onChange(event.target.value)}>
          {[...new Set([...listed, month])]
            .toSorted()
            .toReversed()
            .map((each) => (
              <option key={each} value={each}>
                {monthName(each, language)}
              </option>
            ))}
        </select>
      </label>
      <Button
        small
        look="quiet"
        icon="chevron-right"
        aria-label={words.nextMonth}
        disabled={month >= latest}
        onClick={() => onChange(away(month, 1))}
      />
    </span>
  );
}
