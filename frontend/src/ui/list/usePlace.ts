/**
 * Keeps the reader's place: the first row in view stands in the address, and Back finds it
 * again with the row that had the focus.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { dataClient } from '@/kernel/clients';
import { useSearch } from '@/kernel/urlState';
import type { RowWindow } from './useWindow';

const SETTLED_MS = 350;
const RESTORE_FOR_MS = 1500;
const focused = new Map<string, string>();

// The next person at this browser has been nowhere yet.
dataClient.onClearStore(async () => focused.clear());

interface PlaceOptions {
  placeKey: string;
  question: string;
  count: number;
  rows: RowWindow;
  list: RefObject<HTMLElement | null>;
  keyAt: (rank: number) => string | null;
  rankOf: (key: string) => number;
  focusRow: (rank: number) => void;
}

export function usePlace({
  placeKey,
  question,
  count,
  rows,
  list,
  keyAt,
  rankOf,
  focusRow,
}: PlaceOptions): void {
  const [search, setSearch] = useSearch();
  const { key } = useLocation();
  const kind = useNavigationType();
  const given = Math.max(0, Number.parseInt(search.get(placeKey) ?? '1', 10) - 1 || 0);
  const settled = useRef<string | null>(null);

  // Once per question, as soon as its rows have a height: to the place in the address, or to the top.
  const { scrollTo, first, isMeasured } = rows;
  useLayoutEffect(() => {
    if (settled.current === question || count === 0 || !isMeasured) return;
    const isFirstQuestion = settled.current === null;
    settled.current = question;
    const top = list.current?.getBoundingClientRect().top ?? 0;
    if (given > 0) scrollTo(Math.min(given, count - 1), 'start');
    else if (!isFirstQuestion && top < 0) scrollTo(0, 'start');
  }, [question, count, given, isMeasured, scrollTo, list]);

  useEffect(() => {
    if (settled.current !== question || first === given) return undefined;
    const timer = setTimeout(() => {
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (first > 0) next.set(placeKey, String(first + 1));
          else next.delete(placeKey);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [first, given, question, placeKey, setSearch]);

  const latestFocus = useRef<{ question: string; record: string } | null>(null);
  useEffect(() => {
    // The same list under another address, such as with its place in it: the focus goes along.
    if (latestFocus.current?.question === question) focused.set(key, latestFocus.current.record);
    const note = (event: FocusEvent) => {
      const row =
        event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-rank]') : null;
      const record = row && keyAt(Number(row.dataset['rank']));
      if (!record) return;
      latestFocus.current = { question, record };
      focused.set(key, record);
    };
    const host = list.current;
    host?.addEventListener('focusin', note);
    return () => host?.removeEventListener('focusin', note);
  }, [key, question, keyAt, list]);

  const refocus = useCallback(
    (record: string) => {
      const rank = rankOf(record);
      const isFree =
        document.activeElement === document.body || document.activeElement?.tagName === 'H1';
      if (rank >= 0 && isFree) focusRow(rank);
      return rank >= 0;
    },
    [rankOf, focusRow],
  );
  const latest = useRef(refocus);
  useEffect(() => {
    latest.current = refocus;
  });
  useEffect(() => {
    const record = focused.get(key);
    if (kind !== NavigationType.Pop || record === undefined) return undefined;
    const deadline = performance.now() + RESTORE_FOR_MS;
    // The shell moves the focus to the heading first; rows may come later still.
    const attempt = () => {
      if (!latest.current(record) && performance.now() < deadline) timer = setTimeout(attempt, 80);
    };
    let timer = setTimeout(attempt, 80);
    return () => clearTimeout(timer);
    // Once per arrival, whatever is drawn afterwards.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
}
