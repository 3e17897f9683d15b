/**
 * The table of a list: a real `table`, of whose rows only those near the view are drawn.
 * Rows not yet read are grey in their places; on a narrow screen each row is a card.
 */
import {
  Fragment,
  memo,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '../Icon';
import { labels } from '../labels';
import type { Column, Expansion, Sorting } from './Column';
import { widthOf, type ColumnChoice } from './columnChoice';
import { listLabels } from './labels';
import { ListHead } from './ListHead';
import type { News } from './news';
import type { RowWindow } from './useWindow';

export interface RowLook {
  isChosen: boolean;
  isOpen: boolean;
  isSeen: boolean;
  isUnfolded: boolean;
  /** Came or changed a moment ago. */
  news: News | undefined;
}

export interface ListTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  onWidth: (key: string, width: number | null) => void;
  count: number;
  isExact: boolean;
  rowAt: (rank: number) => Row | undefined;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  rowClass?: ((row: Row) => string) | undefined;
  look: (key: string) => RowLook;
  sorting?: Sorting | undefined;
  expansion?: Expansion<Row> | undefined;
  onUnfold: (key: string) => void;
  /** Opens a row's record beside the list; without it the row's link leads elsewhere. */
  onOpen?: ((key: string) => void) | undefined;
  /** Without it rows cannot be chosen. */
  onChoose?: ((rank: number, range: boolean) => void) | undefined;
  chooseAll?: ReactNode;
  rows: RowWindow;
  isCards: boolean;
  isWide: boolean;
  parts: {
    frame: RefObject<HTMLDivElement | null>;
    head: RefObject<HTMLTableSectionElement | null>;
    body: RefObject<HTMLTableSectionElement | null>;
  };
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const {
    caption,
    columns,
    choice,
    count,
    isExact,
    rows,
    sorting,
    expansion,
    onChoose,
    chooseAll,
    onWidth,
    isCards,
    isWide,
    parts,
  } = props;
  const extra = (expansion ? 1 : 0) + (onChoose ? 1 : 0);
  const width = columns.reduce((sum, column) => sum + widthOf(column, choice), 0) + extra * 2.4;
  return (
    <div
      ref={parts.frame}
      className={`g-table-frame gl-frame${isWide ? ' gl-wide' : ''}${isCards ? ' gl-cards' : ''}`}
    >
      <table
        className="g-table gl-table"
        aria-rowcount={isExact ? count + 1 : -1}
        style={isCards ? undefined : { minWidth: `${width}rem` }}
      >
        <caption className="g-sr">{caption}</caption>
        {!isCards && (
          <colgroup>
            {onChoose && <col style={{ width: '2.4rem' }} />}
            {expansion && <col style={{ width: '2.4rem' }} />}
            {columns.map((column) => (
              <col key={column.key} style={{ width: `${widthOf(column, choice)}rem` }} />
            ))}
          </colgroup>
        )}
        <ListHead
          columns={columns}
          choice={choice}
          sorting={sorting}
          chooseAll={onChoose && chooseAll}
          hasToggle={expansion !== undefined}
          onWidth={onWidth}
          head={parts.head}
        />
        <tbody ref={parts.body}>
          {keyed(props).map(([key, rank], index) => (
            <RankedRow
              key={key}
              rank={rank}
              before={index > 0 ? (rows.drawn[index - 1] ?? -1) : -1}
              columnCount={columns.length + extra}
              {...props}
            />
          ))}
          <Gap
            height={rows.heights.top(count) - after(rows)}
            columnCount={columns.length + extra}
          />
        </tbody>
      </table>
    </div>
  );
}

/** Rows by what they are: whichever come in above, a row that stays keeps its focus. */
function keyed<Row>({ rows, rowAt, rowKey }: ListTableProps<Row>): [string, number][] {
  const taken = new Set<string>();
  return rows.drawn.map((rank) => {
    const row = rowAt(rank);
    const key = row === undefined ? null : rowKey(row);
    // Between two readings one may stand in two places.
    if (key === null || taken.has(key)) return [`at ${rank}`, rank];
    taken.add(key);
    return [`row ${key}`, rank];
  });
}

const after = ({ drawn, heights }: RowWindow) => {
  const last = drawn.at(-1);
  return last === undefined ? 0 : heights.top(last) + heights.of(last);
};

/** In rem, less than a pixel. */
const NO_HEIGHT = 0.06;

/** The place of rows that are not drawn; heights are in rem. */
function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  if (height < NO_HEIGHT) return null;
  return (
    <tr className="gl-gap" aria-hidden="true">
      <td colSpan={columnCount} style={{ height: `${height}rem` }} />
    </tr>
  );
}

function RankedRow<Row>({
  rank,
  before,
  columnCount,
  ...props
}: ListTableProps<Row> & { rank: number; before: number; columnCount: number }) {
  const {
    rows,
    rowAt,
    rowKey,
    rowName,
    rowClass,
    look,
    columns,
    expansion,
    onUnfold,
    onOpen,
    onChoose,
  } = props;
  const row = rowAt(rank);
  const gap =
    rows.heights.top(rank) - (before < 0 ? 0 : rows.heights.top(before) + rows.heights.of(before));
  if (row === undefined) {
    return (
      <Fragment>
        <Gap height={gap} columnCount={columnCount} />
        <BoneRow rank={rank} height={rows.heights.of(rank)} columnCount={columnCount} />
      </Fragment>
    );
  }
  const key = rowKey(row);
  return (
    <Fragment>
      <Gap height={gap} columnCount={columnCount} />
      <ListRow
        key={key}
        row={row}
        rank={rank}
        rowKey={key}
        name={onChoose ? rowName(row) : ''}
        className={rowClass?.(row) ?? ''}
        columns={columns}
        expansion={expansion}
        onUnfold={onUnfold}
        onOpen={onOpen}
        onChoose={onChoose}
        {...look(key)}
      />
    </Fragment>
  );
}

const BoneRow = memo(function BoneRow({
  rank,
  height,
  columnCount,
}: {
  rank: number;
  height: number;
  columnCount: number;
}) {
  return (
    <tr data-rank={rank} aria-hidden="true" className="gl-bones" style={{ height: `${height}rem` }}>
      {Array.from({ length: columnCount }, (_, column) => (
        <td key={column}>
          <span className="g-bone" style={{ width: `${45 + ((rank * 13 + column * 29) % 45)}%` }} />
        </td>
      ))}
    </tr>
  );
});

interface ListRowProps<Row> extends RowLook {
  row: Row;
  rank: number;
  rowKey: string;
  name: string;
  className: string;
  columns: readonly Column<Row>[];
  expansion: Expansion<Row> | undefined;
  onUnfold: (key: string) => void;
  onOpen: ((key: string) => void) | undefined;
  onChoose: ((rank: number, range: boolean) => void) | undefined;
}

// Scrolling draws a few new rows; the others must not be drawn again with them.
const ListRow = memo(ListRowOf) as typeof ListRowOf;

function ListRowOf<Row>({
  row,
  rank,
  rowKey,
  name,
  className,
  columns,
  expansion,
  onUnfold,
  onOpen,
  onChoose,
  isChosen,
  isOpen,
  isSeen,
  isUnfolded,
  news,
}: ListRowProps<Row>) {
  const words = useLabels(labels);
  const listWords = useLabels(listLabels);
  const label = expansion?.label(row) ?? null;
  const marks = [
    className,
    isOpen && 'g-row-selected',
    isChosen && 'gl-chosen',
    isSeen && 'gl-seen',
    news && 'gl-news',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <tr
        data-rank={rank}
        data-full=""
        aria-rowindex={rank + 2}
        aria-current={isOpen || undefined}
        aria-description={news && listWords[news]}
        className={marks}
        tabIndex={-1}
        onClickCapture={onOpen && opensHere(() => onOpen(rowKey))}
        onClick={followRow}
      >
        {onChoose && (
          <td className="gl-check">
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={listWords.choose(name)}
              onClick={(event) => onChoose(rank, event.shiftKey)}
              onChange={NOTHING}
            />
          </td>
        )}
        {expansion && (
          <td className="g-cell-toggle">
            {label && (
              <button
                type="button"
                className="g-row-toggle"
                aria-expanded={isUnfolded}
                aria-label={label}
                onClick={() => onUnfold(rowKey)}
              >
                <Icon name={isUnfolded ? 'chevron-down' : 'chevron-right'} />
              </button>
            )}
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} row={row} column={column as Column<unknown>} />
        ))}
      </tr>
      {label && isUnfolded && expansion && (
        <tr data-below="" className="g-row-expansion">
          <td colSpan={columns.length + 1 + (onChoose ? 1 : 0)} aria-label={words.details}>
            {expansion.render(row)}
          </td>
        </tr>
      )}
    </>
  );
}

// A column that comes or goes draws no other one again.
const Cell = memo(function Cell({ row, column }: { row: unknown; column: Column<unknown> }) {
  return (
    <td data-label={column.header} className={column.numeric ? 'g-cell-number' : undefined}>
      {column.cell(row)}
    </td>
  );
});

/** A plain click on the row's link opens beside the list and keeps the place; others are the browser's. */
const opensHere = (open: () => void) => (event: MouseEvent) => {
  if (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    !(event.target as Element).closest('[data-row-link]')
  )
    return;
  event.preventDefault();
  open();
};

/** A click anywhere on a row follows the row's link, unless it met another control or selects text. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  if (
    (event.target as Element).closest('a, button, input, label, select, summary') ||
    getSelection()?.toString()
  )
    return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

// React asks for a change handler beside `checked`; the click knows about the shift key.
const NOTHING = () => undefined;

/** Grey rows in the shape of the list to come. */
export function ListSkeleton({ columns, rows = 12 }: { columns: number; rows?: number }) {
  return (
    <div className="g-table-frame" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="g-bone-row" style={{ '--row': row } as CSSProperties}>
          {Array.from({ length: Math.min(columns, 9) }, (__, column) => (
            <span
              key={column}
              className="g-bone"
              style={{ width: `${55 + ((row * 13 + column * 29) % 40)}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
