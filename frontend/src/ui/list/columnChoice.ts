/**
 * Which columns a person sees, in what order and how wide. A column the person has said
 * nothing about stands as the room declared it, so that new columns appear by themselves.
 */
import type { Column } from './Column';
import { moved } from './ordering';

export interface ColumnChoice {
  /** Keys in the chosen order; columns not named follow in their own order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Hidden by declaration, shown by choice. */
  readonly shown: readonly string[];
  /** In rem. */
  readonly widths: Readonly<Record<string, number>>;
}

export const AS_DECLARED: ColumnChoice = { order: [], hidden: [], shown: [], widths: {} };
export const NARROWEST = 3;
export const WIDEST = 60;
const USUAL_WIDTH = 9;

export const isUntouched = (choice: ColumnChoice): boolean =>
  choice.order.length +
    choice.hidden.length +
    choice.shown.length +
    Object.keys(choice.widths).length ===
  0;

/** All columns in the chosen order. */
export function ordered<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
): readonly Column<Row>[] {
  const place = (column: Column<Row>) => {
    const at = choice.order.indexOf(column.key);
    return at < 0 ? choice.order.length + columns.indexOf(column) : at;
  };
  return columns.toSorted((a, b) => place(a) - place(b));
}

export function isShown<Row>(column: Column<Row>, choice: ColumnChoice): boolean {
  if (choice.hidden.includes(column.key)) return false;
  return !column.hidden || choice.shown.includes(column.key);
}

export const widthOf = <Row>(column: Column<Row>, choice: ColumnChoice): number =>
  choice.widths[column.key] ?? column.width ?? USUAL_WIDTH;

/** Show or hide one column. */
export function withShown<Row>(
  choice: ColumnChoice,
  column: Column<Row>,
  show: boolean,
): ColumnChoice {
  const hidden = choice.hidden.filter((key) => key !== column.key);
  const shown = choice.shown.filter((key) => key !== column.key);
  return {
    ...choice,
    hidden: show ? hidden : [...hidden, column.key],
    shown: show && column.hidden ? [...shown, column.key] : shown,
  };
}

/** Move a column to a place among all. */
export function withMoved<Row>(
  choice: ColumnChoice,
  columns: readonly Column<Row>[],
  key: string,
  to: number,
): ColumnChoice {
  const order = ordered(columns, choice).map((column) => column.key);
  const next = moved(order, order.indexOf(key), to);
  return next === order ? choice : { ...choice, order: next };
}

export const withWidth = (choice: ColumnChoice, key: string, width: number): ColumnChoice => ({
  ...choice,
  widths: {
    ...choice.widths,
    [key]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)) * 4) / 4,
  },
});

/** The keys of the columns that have nothing in any of these rows; none as long as there are no rows. */
export function silentIn<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): ReadonlySet<string> {
  return new Set(
    rows.length === 0
      ? []
      : columns.filter(({ says }) => says && !rows.some(says)).map(({ key }) => key),
  );
}

/** What is silent still. A column that once had something stays: none comes and goes while somebody scrolls. */
export function stillSilent(
  before: ReadonlySet<string> | null,
  now: ReadonlySet<string>,
): ReadonlySet<string> {
  if (before === null) return now;
  const both = [...before].filter((key) => now.has(key));
  return both.length === before.size ? before : new Set(both);
}

const NONE_SILENT: ReadonlySet<string> = new Set();

/**
 * The columns to draw in a width. While the person has chosen none, the silent ones leave
 * and then the least dear, until the rest fits; a choice is kept, and the table scrolls sideways.
 */
export function fitting<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  room: number | null,
  silent = NONE_SILENT,
): readonly Column<Row>[] {
  const shown = ordered(columns, choice).filter((column) => isShown(column, choice));
  if (room === null || choice.hidden.length + choice.shown.length > 0) return shown;
  const left = [...shown];
  const width = () => left.reduce((sum, column) => sum + widthOf(column, choice), 0);
  const dearness = ({ key, priority }: Column<Row>) => (priority && silent.has(key) ? 0 : priority);
  for (const priority of [0, 1, 2, 3] as const) {
    for (const column of shown.filter((each) => dearness(each) === priority).toReversed()) {
      if (width() <= room) return left;
      left.splice(left.indexOf(column), 1);
    }
  }
  return left;
}

/** The columns of a card: what no table leaves out, what a room wants there as well where it says something, and what a person chose. */
export function carded<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  silent = NONE_SILENT,
): readonly Column<Row>[] {
  return fitting(columns, choice, null).filter(
    ({ key, priority, onCards = false }) =>
      !priority || (onCards && !silent.has(key)) || choice.shown.includes(key),
  );
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A choice read from a store or a saved view; what is spoiled counts as nothing said. */
export function readChoice(value: unknown): ColumnChoice {
  if (typeof value !== 'object' || value === null) return AS_DECLARED;
  const { order, hidden, shown, widths } = value as Record<string, unknown>;
  const sizes =
    typeof widths === 'object' && widths !== null
      ? Object.entries(widths).filter(
          (entry): entry is [string, number] =>
            typeof entry[1] === 'number' && entry[1] >= NARROWEST && entry[1] <= WIDEST,
        )
      : [];
  return {
    order: isTexts(order) ? order : [],
    hidden: isTexts(hidden) ? hidden : [],
    shown: isTexts(shown) ? shown : [],
    widths: Object.fromEntries(sizes),
  };
}
