/**
 * The table of every list: a real `table` with a caption, sortable headers, rows that open
 * by link, optional expansion, and keys to walk it. It knows columns and rows, no room.
 */
import { Fragment, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Icon } from './Icon';
import { labels } from './labels';
import type { Column, Expansion, Sorting } from './list/Column';

interface DataListProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey?: string | null;
  rowClass?: (row: Row) => string;
  sorting?: Sorting;
  expansion?: Expansion<Row>;
}

export function DataList<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selectedKey,
  rowClass,
  sorting,
  expansion,
}: DataListProps<Row>) {
  const words = useLabels(labels);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <div className="g-table-frame">
      <table className="g-table">
        <caption className="g-sr">{caption}</caption>
        <thead>
          <tr>
            {expansion && (
              <th className="g-cell-toggle">
                <span className="g-sr">{words.details}</span>
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walkRows}>
          {rows.map((row) => {
            const key = rowKey(row);
            const label = expansion?.label(row) ?? null;
            return (
              <Fragment key={key}>
                <tr
                  className={`${rowClass?.(row) ?? ''}${key === selectedKey ? ' g-row-selected' : ''}`}
                  onClick={openRow}
                >
                  {expansion && (
                    <td className="g-cell-toggle">
                      {label && (
                        <button
                          type="button"
                          className="g-row-toggle"
                          aria-expanded={open.has(key)}
                          aria-label={label}
                          onClick={() => toggle(key)}
                        >
                          <Icon name={open.has(key) ? 'chevron-down' : 'chevron-right'} />
                        </button>
                      )}
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.key} data-label={column.header} className={cellClass(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {expansion && label && open.has(key) && (
                  <tr className="g-row-expansion">
                    <td colSpan={columns.length + 1}>{expansion.render(row)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return `${column.numeric ? 'g-cell-number' : ''}${column.priority ? ` g-priority-${column.priority}` : ''}`;
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const active =
    column.sort !== undefined && sorting?.field === column.sort ? sorting.direction : null;
  if (!column.sort || !sorting)
    return (
      <th scope="col" className={cellClass(column)}>
        {column.header}
      </th>
    );
  const next = active === 'DESC' ? 'ASC' : 'DESC';
  const sort = column.sort;
  return (
    <th
      scope="col"
      className={cellClass(column)}
      aria-sort={active === 'ASC' ? 'ascending' : active === 'DESC' ? 'descending' : undefined}
    >
      <button type="button" className="g-sort" onClick={() => sorting.onSort(sort, next)}>
        {column.header}
        <Icon
          name={active === 'ASC' ? 'arrow-up' : active === 'DESC' ? 'arrow-down' : 'sort-alt'}
          className={active ? '' : 'g-sort-idle'}
        />
      </button>
    </th>
  );
}

/** A click anywhere on a row follows the row's link, unless it met another control or selects text. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (target.closest('a, button, input, label, select, summary') || getSelection()?.toString())
    return;
  event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Arrow keys and j/k move between the rows' links while one of them has the focus. */
function walkRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key];
  const current = event.target as Element;
  if (
    !step ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !current.matches('[data-row-link]')
  )
    return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const next = links[links.indexOf(current as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Rows to come: the same columns, grey. */
export function DataListSkeleton({ columns, rows = 10 }: { columns: number; rows?: number }) {
  return (
    <div className="g-table-frame" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="g-bone-row">
          {Array.from({ length: columns }, (__, column) => (
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
