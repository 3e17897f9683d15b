/** What the dashboard shows and how: days, accounts, which balance, where outgoing bars stand. */
import { useState } from 'react';
import type { DateRange } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, DateRangeFilter, FilterBar, MultiFilter } from '@/ui';
import { labels } from '../labels';
import { MOST_DAYS, type DashboardUrlFilter } from '../paths';
import { besideOf, calledOf, type Graph } from '../series';
import { AccountsDialog } from './AccountsDialog';

/** The picker finds an account by its names, its owner and its number. */
const optionOf = (graph: Graph) => ({
  value: graph.accountId,
  label: calledOf(graph),
  hint: [besideOf(graph), graph.currency].filter(Boolean).join(' · '),
});

export function DashboardFilters({
  graphs,
  range,
  url: { filter, change },
}: {
  graphs: readonly Graph[];
  range: DateRange;
  url: UrlFilter<DashboardUrlFilter>;
}) {
  const words = useLabels(labels);
  const mayArrange = useMay('views.save');
  const [arranging, setArranging] = useState(false);
  const narrowed = filter.account.length > 0 || filter.show !== null;
  return (
    <FilterBar filtered={narrowed} onClear={() => change({ account: [], show: null })}>
      <DateRangeFilter
        required
        mostDays={MOST_DAYS}
        name={words.period}
        value={range}
        onChange={({ from, to }) => change({ from, to })}
      />
      <MultiFilter
        name={words.accounts}
        value={filter.account}
        options={graphs.map(optionOf)}
        onChange={(account) => change({ account })}
      />
      {mayArrange && graphs.length > 0 && (
        <Button small look="quiet" icon="sort-alt" onClick={() => setArranging(true)}>
          {words.arrange}
        </Button>
      )}
      {arranging && <AccountsDialog onClose={() => setArranging(false)} />}
      {filter.show === 'missing' && (
        <Button small icon="times" aria-pressed onClick={() => change({ show: null })}>
          {words.onlyMissing}
        </Button>
      )}
      <div className="h-look">
        <div className="h-switch" role="group" aria-label={words.lineShows}>
          <span className="g-muted" aria-hidden="true">
            {words.lineShows}
          </span>
          <Button
            small
            look="quiet"
            aria-pressed={filter.balance === null}
            onClick={() => change({ balance: null })}
          >
            {words.openingShort}
          </Button>
          <Button
            small
            look="quiet"
            aria-pressed={filter.balance === 'closing'}
            onClick={() => change({ balance: 'closing' })}
          >
            {words.closingShort}
          </Button>
        </div>
        <Button
          small
          look="quiet"
          aria-pressed={filter.outgoing === 'below'}
          onClick={() => change({ outgoing: filter.outgoing ? null : 'below' })}
        >
          {words.belowZero}
        </Button>
        <Button
          small
          look="quiet"
          aria-pressed={filter.compare === 'before'}
          onClick={() => change({ compare: filter.compare ? null : 'before' })}
        >
          {words.compare}
        </Button>
      </div>
    </FilterBar>
  );
}
