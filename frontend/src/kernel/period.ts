/**
 * The period a person works in: one for the whole console, until they choose another. A quick
 * range is remembered in this browser and moves along with the days; two days of one's own last
 * as long as the session. An address that names days wins where it is shown.
 */
import { useCallback } from 'react';
import { DEFAULT_RANGE_DAYS } from './constants';
import { lastDays, isPlainDate, presetRanges, today, type DateRange, type Preset } from './dates';
import { paths } from './paths';
import { createStore, useStore } from './store';
import { useUrlFilter, type FilterFields, type FilterShape, type UrlFilter } from './urlState';

/** What was chosen; null where nothing was, and the specification's thirty days count. */
export type PeriodChoice = { preset: Preset } | DateRange | null;

export interface Period {
  fromDate: string;
  toDate: string;
  isChosen: boolean;
}

const KEY = 'giroscope.period';
/** Screens that show what happened in a span of days. */
const KEPT_ON: readonly string[] = [paths.journals, paths.transactions];

function remembered(): PeriodChoice {
  const preset = localStorage.getItem(KEY);
  if (preset !== null && preset in presetRanges('2026-01-31')) return { preset: preset as Preset };
  return rangeIn(new URLSearchParams(sessionStorage.getItem(KEY) ?? ''));
}

/** The days an address names; null unless it names both, in order. */
function rangeIn(search: URLSearchParams): DateRange | null {
  const [from, to] = [search.get('from'), search.get('to')];
  return isPlainDate(from) && isPlainDate(to) && from <= to ? { from, to } : null;
}

const choice = createStore<PeriodChoice>(remembered());

/** Work in another period from now on; in none of one's own with null. */
export function choosePeriod(next: PeriodChoice): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
  if (next && 'preset' in next) localStorage.setItem(KEY, next.preset);
  else if (next) sessionStorage.setItem(KEY, `${new URLSearchParams({ ...next })}`);
  choice.set(next);
}

/** Two days were chosen; where they are what a quick range comes to today, that is remembered. */
export function chooseDays(from: string | null, to: string | null): void {
  if (from === null && to === null) choosePeriod(null);
  if (from === null || to === null) return;
  const preset = Object.entries(presetRanges(today())).find(
    ([, range]) => range.from === from && range.to === to,
  )?.[0] as Preset | undefined;
  choosePeriod(preset ? { preset } : { from, to });
}

/** Whoever opens the console at an address that names days works in those. */
export function adoptPeriod({ pathname, search }: { pathname: string; search: string }): void {
  const named = rangeIn(new URLSearchParams(search));
  if (named && [...KEPT_ON, paths.dashboard].includes(pathname)) chooseDays(named.from, named.to);
}

function periodOf(chosen: PeriodChoice): Period {
  const range =
    chosen === null
      ? lastDays(DEFAULT_RANGE_DAYS, today())
      : 'preset' in chosen
        ? presetRanges(today())[chosen.preset]
        : chosen;
  return { fromDate: range.from, toDate: range.to, isChosen: chosen !== null };
}

/** The period in force. */
export function period(): Period {
  return periodOf(choice.get());
}

/** The same, watched. */
export function usePeriod(): Period {
  return periodOf(useStore(choice));
}

/** An address of the menu in the period that was chosen; other addresses mean what they say. */
export function inPeriod(to: string, { fromDate, toDate, isChosen }: Period): string {
  return isChosen && KEPT_ON.includes(to) ? `${to}?from=${fromDate}&to=${toDate}` : to;
}

interface DaysShape extends FilterShape {
  from: string | null;
  to: string | null;
}

/** A filter in the address, where the days that are chosen are the period from then on. */
export function usePeriodFilter<F extends DaysShape>(fields: FilterFields<F>): UrlFilter<F> {
  const url = useUrlFilter(fields);
  const { change, clear } = url;
  return {
    ...url,
    change: useCallback(
      (changes: Partial<F>) => {
        if (changes.from !== undefined && changes.to !== undefined)
          chooseDays(changes.from, changes.to);
        change(changes);
      },
      [change],
    ),
    clear: useCallback(() => {
      choosePeriod(null);
      clear();
    }, [clear]),
  };
}
