/** The header of a list: what each column is called, how it sorts, and how wide it is. */
import { useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { Icon } from '../Icon';
import { useLabels } from '@/kernel/i18n';
import { labels } from '../labels';
import type { Column, Sorting } from './Column';
import { widthOf, type ColumnChoice } from './columnChoice';
import { remInPx } from './rem';

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  sorting: Sorting | undefined;
  chooseAll?: ReactNode;
  hasToggle: boolean;
  /** A width in rem, or null for the declared one. */
  onWidth: (key: string, width: number | null) => void;
  head: RefObject<HTMLTableSectionElement | null>;
}

export function ListHead<Row>({
  columns,
  choice,
  sorting,
  chooseAll,
  hasToggle,
  onWidth,
  head,
}: ListHeadProps<Row>) {
  const words = useLabels(labels);
  return (
    <thead ref={head}>
      <tr aria-rowindex={1}>
        {chooseAll && <th className="gl-check">{chooseAll}</th>}
        {hasToggle && (
          <th className="g-cell-toggle">
            <span className="g-sr">{words.details}</span>
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.key} column={column} sorting={sorting}>
            <Resizer
              width={widthOf(column, choice)}
              onWidth={(width) => onWidth(column.key, width)}
            />
          </Heading>
        ))}
      </tr>
    </thead>
  );
}

function Heading<Row>({
  column,
  sorting,
  children,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
  children: ReactNode;
}) {
  const className = column.numeric ? 'g-cell-number' : undefined;
  if (!column.sort || !sorting)
    return (
      <th scope="col" className={className}>
        <span className="gl-heading">{column.header}</span>
        {children}
      </th>
    );
  const sort = column.sort;
  const active = sorting.field === sort ? sorting.direction : null;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active === 'ASC' ? 'ascending' : active === 'DESC' ? 'descending' : undefined}
    >
      <button
        type="button"
        className="g-sort gl-heading"
        onClick={() => sorting.onSort(sort, active === 'DESC' ? 'ASC' : 'DESC')}
      >
        <span>{column.header}</span>
        <Icon
          name={active === 'ASC' ? 'arrow-up' : active === 'DESC' ? 'arrow-down' : 'sort-alt'}
          className={active ? '' : 'g-sort-idle'}
        />
      </button>
      {children}
    </th>
  );
}

/** Pull to resize, double-click for the usual width; the columns dialog does the same by keys. */
function Resizer({ width, onWidth }: { width: number; onWidth: (width: number | null) => void }) {
  const pulled = useRef<{ from: number; x: number; rem: number } | null>(null);
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const rem = remInPx();
    const drawn = event.currentTarget.closest('th')?.offsetWidth ?? width * rem;
    pulled.current = { from: drawn / rem, x: event.clientX, rem };
  };
  const pull = (event: PointerEvent) => {
    const start = pulled.current;
    if (start) onWidth(start.from + (event.clientX - start.x) / start.rem);
  };
  return (
    <span
      className="gl-resizer"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={pull}
      onPointerUp={() => {
        pulled.current = null;
      }}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
