/**
 * Filters that live in the address. A room declares its fields once; reading, writing and
 * "is anything set" follow. Only known keys are touched, so an open drawer stays open.
 */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';
import { isPlainDate } from './dates';

interface Field<T> {
  read(values: readonly string[]): T;
  write(value: T): readonly string[];
}

/** Free text; empty when absent. */
export const text: Field<string> = {
  read: (values) => values[0]?.trim() ?? '',
  write: (value) => (value ? [value] : []),
};

/** A plain date, or nothing; a date that does not exist is nothing. */
export const date: Field<string | null> = {
  read: (values) => (isPlainDate(values[0]) ? values[0] : null),
  write: (value) => (value ? [value] : []),
};

/** An exact decimal, or nothing. */
export const decimal: Field<string | null> = {
  read: (values) => (/^-?\d+(\.\d+)?$/.test(values[0] ?? '') ? (values[0] as string) : null),
  write: (value) => (value === null ? [] : [value]),
};

/** Several values of the same key. */
export const list: Field<readonly string[]> = {
  read: (values) => values.filter(Boolean),
  write: (value) => value,
};

/** Yes, no, or not asked. */
export const flag: Field<boolean | null> = {
  read: (values) => (values[0] === 'yes' ? true : values[0] === 'no' ? false : null),
  write: (value) => (value === null ? [] : [value ? 'yes' : 'no']),
};

/** One of a fixed set, or nothing. */
export function choice<const T extends string>(options: readonly T[]): Field<T | null> {
  return {
    read: (values) => options.find((option) => option === values[0]) ?? null,
    write: (value) => (value ? [value] : []),
  };
}

/** Several of a fixed set; strangers are dropped. */
export function choices<const T extends string>(options: readonly T[]): Field<readonly T[]> {
  return {
    read: (values) => options.filter((option) => values.includes(option)),
    write: (value) => value,
  };
}

export type FilterShape = Readonly<Record<string, unknown>>;
export type FilterFields<F extends FilterShape> = { readonly [Key in keyof F]: Field<F[Key]> };

/** Declare a filter by its fields; each key is also the key in the address. */
export function defineFilter<F extends FilterShape>(fields: FilterFields<F>): FilterFields<F> {
  return fields;
}

/** What the address says. */
export function readFilter<F extends FilterShape>(
  fields: FilterFields<F>,
  search: URLSearchParams,
): F {
  const entries = Object.entries<Field<unknown>>(fields).map(([key, field]) => [
    key,
    field.read(search.getAll(key)),
  ]);
  return Object.fromEntries(entries) as F;
}

/** The address that says this; a changed filter starts at the first page again. */
export function writeFilter<F extends FilterShape>(
  fields: FilterFields<F>,
  filter: F,
  search: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, field] of Object.entries<Field<unknown>>(fields)) {
    next.delete(key);
    for (const value of field.write(filter[key])) next.append(key, value);
  }
  for (const key of PAGE_KEYS) next.delete(key);
  return next;
}

const PAGE_KEYS = ['after', 'before'] as const;

/** Whether any field narrows the list. */
export function isFiltered<F extends FilterShape>(fields: FilterFields<F>, filter: F): boolean {
  return Object.entries<Field<unknown>>(fields).some(
    ([key, field]) => field.write(filter[key]).length > 0,
  );
}

/** The address, where a navigation to it is under way and not drawn yet; else null. */
function addressAhead(drawn: string): Location | null {
  const state = window.history.state as { key?: string } | null;
  // The router calls by this name what it did not write itself.
  return state !== null && (state.key ?? 'default') !== drawn ? window.location : null;
}

export type ChangeSearch = (
  change: (now: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * The values in the address, and the way to change them. A navigation is drawn when the browser
 * finds time: a change asked for meanwhile builds on where the person is going, and none brings
 * back a screen that is being left.
 */
export function useSearch(): readonly [URLSearchParams, ChangeSearch] {
  const [search, setSearch] = useSearchParams();
  const { pathname, key } = useLocation();
  const change = useCallback<ChangeSearch>(
    (changed, options) => {
      const ahead = addressAhead(key);
      if (ahead && ahead.pathname !== pathname) return;
      setSearch((now) => changed(ahead ? new URLSearchParams(ahead.search) : now), options);
    },
    [setSearch, pathname, key],
  );
  return [search, change];
}

export interface UrlFilter<F> {
  filter: F;
  change: (changes: Partial<F>) => void;
  clear: () => void;
  filtered: boolean;
}

/** The filter in the address and the ways to change it. */
export function useUrlFilter<F extends FilterShape>(fields: FilterFields<F>): UrlFilter<F> {
  const [search, setSearch] = useSearch();
  const key = search.toString();
  const filter = useMemo(() => readFilter(fields, new URLSearchParams(key)), [fields, key]);
  const change = useCallback(
    (changes: Partial<F>) =>
      setSearch((now) => writeFilter(fields, { ...readFilter(fields, now), ...changes }, now)),
    [fields, setSearch],
  );
  const clear = useCallback(
    () => setSearch((now) => writeFilter(fields, readFilter(fields, new URLSearchParams()), now)),
    [fields, setSearch],
  );
  return { filter, change, clear, filtered: isFiltered(fields, filter) };
}

export interface PageVariables {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
  skip?: number;
  /** Whether the rows are to be counted along. */
  counted?: boolean;
}

/** One value of the address, such as the record open in the drawer. */
export function useUrlValue(
  key: string,
): readonly [string | null, (value: string | null, options?: { replace?: boolean }) => void] {
  const [search, setSearch] = useSearch();
  const set = useCallback(
    (value: string | null, options: { replace?: boolean } = {}) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(key);
        else next.set(key, value);
        return next;
      }, options),
    [key, setSearch],
  );
  return [search.get(key), set];
}

/** Sort order as the address writes it: `-FIELD` is descending. */
export function readOrder<const T extends string>(
  search: URLSearchParams,
  fields: readonly T[],
  fallback: `-${NoInfer<T>}` | NoInfer<T>,
) {
  const value = search.get('sort') ?? fallback;
  const field = fields.find((candidate) => candidate === value.replace(/^-/, ''));
  return field
    ? { field, direction: value.startsWith('-') ? ('DESC' as const) : ('ASC' as const) }
    : {
        field: fallback.replace(/^-/, '') as T,
        direction: fallback.startsWith('-') ? ('DESC' as const) : ('ASC' as const),
      };
}
