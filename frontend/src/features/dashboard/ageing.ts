/** Payments sent and not reconciled, by age: what is asked, and where each figure leads. */
import { useQuery } from '@apollo/client/react';
import { DashboardAgeingDocument, type DashboardAgeingQuery } from '@/generated/graphql';
import { daysBetween } from '@/kernel/dates';
import { journalsPath } from '@/kernel/paths';
import { useUrlFilter } from '@/kernel/urlState';
import { dashboardFilter } from './paths';

export type Band = DashboardAgeingQuery['unreconciled'][number];

/** The bands of the accounts that the address names, or of all. */
export function useAgeing() {
  const { account } = useUrlFilter(dashboardFilter).filter;
  const query = useQuery(DashboardAgeingDocument, {
    variables: { accountIds: account.length > 0 ? [...account] : null },
  });
  return {
    bands: query.data?.unreconciled,
    accounts: account,
    error: query.error,
    retry: query.refetch,
  };
}

/** A band's ages in days: the youngest, and the oldest where there is one. */
export function agesOf(
  { fromDay, toDay }: Band,
  bands: readonly Band[],
): readonly [number, number | null] {
  const today = bands[0]?.toDay ?? toDay;
  return [daysBetween(toDay, today), fromDay === null ? null : daysBetween(fromDay, today)];
}

/** The currencies in any of the bands, in order. */
export const currenciesOf = (bands: readonly Band[]): readonly string[] =>
  [...new Set(bands.flatMap(({ sums }) => sums.map(({ currency }) => currency)))].toSorted();

/** The journals behind a figure: of one band, of one currency where it is of one. */
export const behind = (
  { states, fromDay, toDay }: Pick<Band, 'states' | 'fromDay' | 'toDay'>,
  account: readonly string[],
  currency?: string,
): string =>
  journalsPath({ state: states, account, executionFrom: fromDay, executionTo: toDay, currency });
