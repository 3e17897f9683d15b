/**
 * A list of a screen: bar, table, states, the drawer of the open record, and the bar of what
 * is chosen. The screen hands over the question's rows and what is particular.
 */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { usePreference } from '@/kernel/preferences';
import { useStore } from '@/kernel/store';
import type { BulkAction, BulkFiles } from './bulk';
import { BulkBar } from './BulkBar';
import type { Column, Expansion, Sorting } from './Column';
import { listLabels } from './labels';
import './list.css';
import { ListStates, type FirstTime } from './ListStates';
import { ListTable } from './ListTable';
import { ListToolbar } from './ListToolbar';
import { noteSeen, seenOf } from './remembered';
import { NONE_CHOSEN, chosenCount, isChosen } from './selection';
import { useChoosing, wholeOf } from './useChoosing';
import { useFocusRow } from './useFocusRow';
import type { ListState } from './useList';
import { useListKeys } from './useListKeys';
import { useNews } from './useNews';
import { usePlace } from './usePlace';
import { useShownColumns } from './useShownColumns';
import { useSteady } from './useSteady';
import { useStill } from './useStill';
import { useWindow } from './useWindow';

/** How the drawer of a record goes to its neighbours. */
export interface Walk {
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

interface ListProps<Row> {
  list: ListState<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  filtered: boolean;
  onClear: () => void;
  empty: FirstTime;
  /** Said below what every list says when its filter leaves nothing. */
  noMatch?: ReactNode;
  sorting?: Sorting;
  expansion?: Expansion<Row>;
  rowClass?: (row: Row) => string;
  /** What a row is called where it is chosen or its outcome is told. */
  rowName?: (row: Row) => string;
  bulk?: readonly BulkAction[];
  /** Files of the chosen rows that can be taken at once. */
  bulkFiles?: BulkFiles;
  /** Whether the server has this list as a file. */
  exportable?: boolean;
  renderDrawer?: (key: string, walk: Walk, row: Row | undefined) => ReactNode;
  /** Lists of a record, such as a journal's payments, have no saved views. */
  hasViews?: boolean;
  /** Stands in the bar, beside the count. */
  tools?: ReactNode;
}

const NO_BULK: readonly BulkAction[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
/** Browsers draw no page taller than some 17 million px. */
const TALLEST_PX = 15_000_000;

export function List<Row>({
  list,
  caption,
  columns,
  filtered,
  onClear,
  empty,
  noMatch,
  sorting,
  expansion: given,
  rowClass,
  rowName = list.rowKey,
  bulk = NO_BULK,
  bulkFiles,
  exportable = false,
  hasViews = true,
  renderDrawer,
  tools,
}: ListProps<Row>) {
  const words = useLabels(listLabels);
  const expansion = useSteady(given);
  const density = usePreference('density');
  const { name, seen, pages, rowAt, rowKey, rankOf, selection, opened } = list;
  const canChoose = bulk.length > 0 || bulkFiles !== undefined;
  const root = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const seenKeys = useStore(seenOf(name));
  const [unfolded, setUnfolded] = useState(NO_KEYS);
  const { choice, shown, rem, isCards, isWide, setWidth } = useShownColumns(
    name,
    columns,
    (canChoose ? 1 : 0) + (expansion ? 1 : 0),
    bar,
    seen.pages,
  );

  const topEdge = useCallback(
    () =>
      Math.max(
        ...[head.current, bar.current].map((part) => part?.getBoundingClientRect().bottom ?? 0),
      ),
    [],
  );
  const { kept, follow, focusRow, awaited } = useFocusRow(body);
  const [most, setMost] = useState(Number.MAX_SAFE_INTEGER);
  const total = seen.count ?? 0;
  const count = Math.min(total, most);
  const rows = useWindow(
    { body, frame, topEdge },
    count,
    `${name} ${isCards} ${density} ${shown.map(({ key }) => key).join()}`,
    rem,
    kept,
  );
  useEffect(
    () => setMost(Math.floor(TALLEST_PX / (rows.heights.of(0) * (rem || 1)))),
    [rows.heights, rem],
  );
  useEffect(() => follow(rows.scrollTo), [follow, rows.scrollTo]);
  useEffect(() => {
    pages.want(Math.max(0, rows.first), Math.max(0, rows.last), aheadOf(rows.moved));
  }, [pages, rows.first, rows.last, rows.moved, seen.count]);

  const keyAt = useCallback(
    (rank: number) => {
      const row = rowAt(rank);
      return row === undefined ? null : rowKey(row);
    },
    [rowAt, rowKey],
  );
  usePlace({
    placeKey: list.placeKey,
    question: list.question,
    count,
    rows,
    list: root,
    keyAt,
    rankOf,
    focusRow,
  });
  const news = useNews(list.question, seen, rowKey);
  useStill({ list: root, body }, pages, seen.pages, rows.first);
  const choosing = useChoosing(list, canChoose, keyAt);
  useListKeys({ root, body, count, firstSeen: rows.first, focusRow, awaited, ...choosing });
  const lastOpened = useRef(opened);
  useEffect(() => {
    if (opened) noteSeen(name, opened);
    // Closing leads back to the record looked at last, which may not be the one opened first.
    else if (lastOpened.current !== null && rankOf(lastOpened.current) >= 0)
      focusRow(rankOf(lastOpened.current));
    lastOpened.current = opened;
    // Rows that come and go are no reason to move the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened, name]);

  const look = useCallback(
    (key: string) => ({
      isChosen: isChosen(selection, key),
      isOpen: key === opened,
      isSeen: seenKeys.has(key),
      isUnfolded: unfolded.has(key),
      news: news.get(key),
    }),
    [selection, opened, seenKeys, unfolded, news],
  );
  const unfold = useCallback(
    (key: string) =>
      setUnfolded((now) =>
        now.has(key) ? new Set([...now].filter((each) => each !== key)) : new Set([...now, key]),
      ),
    [],
  );
  const inView = Array.from({ length: Math.max(0, rows.last - rows.first + 1) }, (_, index) =>
    keyAt(rows.first + index),
  ).filter((key) => key !== null);
  const { isWhole, turn } = wholeOf(list, inView);
  return (
    <section ref={root} className="gl">
      <div ref={bar} className="gl-bar">
        {chosenCount(selection) > 0 ? (
          <BulkBar
            list={list}
            actions={bulk}
            files={bulkFiles}
            onClear={() => list.select(NONE_CHOSEN)}
          />
        ) : (
          <ListToolbar
            list={list}
            columns={columns}
            shown={shown}
            exportable={exportable}
            hasViews={hasViews}
          >
            {tools}
          </ListToolbar>
        )}
        <div
          className={`g-thinbar gl-thinbar${seen.loading && seen.count !== null ? ' g-thinbar-on' : ''}`}
          aria-hidden="true"
        />
      </div>
      <ListStates
        list={list}
        columns={shown.length}
        filtered={filtered}
        onClear={onClear}
        empty={empty}
        noMatch={noMatch}
      >
        <ListTable
          caption={caption}
          columns={shown}
          choice={choice}
          onWidth={setWidth}
          count={count}
          isExact={seen.isExact}
          rowAt={rowAt}
          rowKey={rowKey}
          rowName={rowName}
          rowClass={rowClass}
          look={look}
          sorting={sorting}
          expansion={expansion}
          onUnfold={unfold}
          onOpen={renderDrawer && list.open}
          onChoose={choosing.choose}
          rows={rows}
          isCards={isCards}
          isWide={isWide}
          parts={{ frame, head, body }}
          chooseAll={
            <input
              type="checkbox"
              checked={isWhole}
              disabled={selection.matching !== null}
              aria-label={words.chooseInView(inView.length)}
              title={words.chooseInView(inView.length)}
              onChange={turn}
            />
          }
        />
        {count < total && rows.last >= count - 1 && <p className="gl-beyond">{words.beyond}</p>}
      </ListStates>
      {opened && renderDrawer?.(opened, walkOf(list, count, rows.scrollTo), rowAt(rankOf(opened)))}
    </section>
  );
}

/** The faster the view moves, the further rows are read ahead. */
const aheadOf = (moved: number): number =>
  Math.sign(moved) * Math.min(1000, Math.max(200, Math.abs(moved) * 12)) || 150;

/** The open record's neighbours in the list, those not yet read included. */
function walkOf<Row>(
  { opened, rankOf, rowAt, rowKey, open, close }: ListState<Row>,
  count: number,
  scrollTo: (rank: number, where: 'nearest') => void,
): Walk {
  const rank = opened === null ? -1 : rankOf(opened);
  const go = (to: number) => {
    const row = rank >= 0 && to >= 0 && to < count ? rowAt(to) : undefined;
    return row === undefined
      ? undefined
      : () => {
          scrollTo(to, 'nearest');
          open(rowKey(row), { replace: true });
        };
  };
  return { onClose: close, onPrevious: go(rank - 1), onNext: go(rank + 1) };
}
