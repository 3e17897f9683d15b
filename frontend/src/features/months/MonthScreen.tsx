/** Statements: a month of each account in a line, and its banking days in a calendar. */
import { useMemo, useState } from 'react';
import { NoAccounts } from '@/features/banks';
import type { AccountMonthLineFragment, AccountMonthsQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { useUrlFilter, type UrlFilter } from '@/kernel/urlState';
import { Button, NoMatch, Page, QueryStates, Skeleton, inOrderOf } from '@/ui';
import { ClosingRule } from './components/ClosingRule';
import { MonthCalendar } from './components/MonthCalendar';
import { MonthDialog } from './components/MonthDialog';
import { MonthFilters } from './components/MonthFilters';
import { MonthLines } from './components/MonthLines';
import { labels } from './labels';
import { linesShown, type Act } from './months';
import './months.css';
import { monthFilter, usualMonth, type MonthUrlFilter } from './paths';
import { useMonths } from './useMonths';

export function MonthScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(monthFilter);
  const month = url.filter.month ?? usualMonth();
  const query = useMonths(month);
  return (
    <Page title={words.title} lead={words.lead}>
      <MonthFilters month={month} url={url} />
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {(data) =>
          data.accountMonths.edges.length === 0 ? (
            <NoAccounts words={words} />
          ) : (
            <Months month={month} data={data} url={url} />
          )
        }
      </QueryStates>
    </Page>
  );
}

/** As many accounts as are drawn before somebody asks for more. */
const AT_FIRST = 50;

function Months({
  month,
  data,
  url,
}: {
  month: string;
  data: AccountMonthsQuery;
  url: UrlFilter<MonthUrlFilter>;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [size, setSize] = useState(AT_FIRST);
  const [asked, ask] = useState<{ act: Act; accounts: readonly string[] } | null>(null);
  const lines = useMemo(
    () =>
      inOrderOf(
        data.accountMonths.edges.map(({ node }) => node),
        data.arrangement,
        ({ account }) => account.id,
      ),
    [data],
  );
  const found = linesShown(lines, url.filter);
  const shown = found.slice(0, size);
  const onAct = (act: Act, of: readonly AccountMonthLineFragment[]) =>
    ask({ act, accounts: of.map(({ account }) => account.id) });
  return (
    <>
      {/* A line may leave the filter while it is asked about; a refusal stays in sight. */}
      {asked && (
        <MonthDialog
          act={asked.act}
          month={month}
          lines={lines.filter(({ account }) => asked.accounts.includes(account.id))}
          onClose={() => ask(null)}
        />
      )}
      {found.length === 0 ? (
        <NoMatch onClear={() => url.change({ account: [], show: null })} />
      ) : (
        <div className="g-stack">
          <ClosingRule rule={data.accountMonthRule} />
          <MonthLines month={month} rule={data.accountMonthRule} lines={shown} onAct={onAct} />
          <MonthCalendar lines={shown} />
          {found.length > size && (
            <div className="g-actions">
              <Button onClick={() => setSize(size + AT_FIRST * 2)}>
                {words.moreAccounts(formatCount(found.length - size, numberFormat))}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
