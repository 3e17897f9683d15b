/**
 * What a saved view holds: filters and order as the address writes them, the columns, and
 * the height of rows. The place in the list and the open record are no part of it.
 */
import { DEFAULTS, type Preferences } from '@/kernel/preferences';
import { AS_DECLARED, readChoice, type ColumnChoice } from './columnChoice';

/** Raised when the form changes; a view of another form is read as far as it can be. */
export const VIEW_VERSION = 1;
/** The key in the address that names the view in force. */
export const VIEW_KEY = 'saved';

export interface ViewState {
  search: string;
  columns: ColumnChoice;
  density: Preferences['density'];
}

/** The part of an address that a view keeps, in one spelling. */
export function keptSearch(search: URLSearchParams, passing: readonly string[]): string {
  const kept = new URLSearchParams(
    [...search].filter(([key]) => key !== VIEW_KEY && !passing.includes(key)),
  );
  kept.sort();
  return kept.toString();
}

/** A view's state from its text; a spoiled part counts as at first. */
export function readView(text: string): ViewState {
  let given: Record<string, unknown> = {};
  try {
    given = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // A text that is no JSON holds nothing to read.
  }
  return {
    search: typeof given['search'] === 'string' ? given['search'] : '',
    columns: 'columns' in given ? readChoice(given['columns']) : AS_DECLARED,
    density:
      given['density'] === 'compact' || given['density'] === 'comfortable'
        ? given['density']
        : DEFAULTS.density,
  };
}

export const writeView = (state: ViewState): string => JSON.stringify(state);

/** Whether what is shown is what the view holds. */
export const isSameView = (a: ViewState, b: ViewState): boolean =>
  writeView({ ...a, columns: readChoice(a.columns) }) ===
  writeView({ ...b, columns: readChoice(b.columns) });
