/** A column of a list, declared once: how it is headed, sorted, sized, drawn and exported. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  /** The sort field this column stands for. */
  sort?: string;
  numeric?: boolean;
  /** In rem; what a person may change. */
  width?: number;
  /** Leaves first when the list grows narrow; 1 is the least dear. */
  priority?: 1 | 2 | 3;
  /** Whether a row has something in it. A column silent in every row read leaves before all others that may leave. */
  says?: (row: Row) => boolean;
  /** Stands on a card too, though a narrow table may leave it out. */
  onCards?: boolean;
  /** Not shown until somebody chooses it. */
  hidden?: boolean;
  /** Its names in an exported file; without them it is in none. */
  exports?: readonly string[];
  cell: (row: Row) => ReactNode;
}

export interface Sorting {
  field: string;
  direction: 'ASC' | 'DESC';
  onSort: (field: string, direction: 'ASC' | 'DESC') => void;
}

export interface Expansion<Row> {
  label: (row: Row) => string | null;
  render: (row: Row) => ReactNode;
}

/** Cells mark the link that opens their row with this attribute. */
export const ROW_LINK = { 'data-row-link': '' } as const;
