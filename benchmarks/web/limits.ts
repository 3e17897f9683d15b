/** What was measured, held against what is promised; and the table that a person reads. */

export interface Figure {
  what: string;
  value: number;
  limit: number;
  /** Which side of the limit is well; at most, where nothing is said. */
  least?: boolean;
  unit: string;
  digits?: number;
}

export const isMissed = ({ value, limit, least = false }: Figure): boolean => !(least ? value >= limit : value <= limit);

/** The middle one of some measurements; of an even number, the greater of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const written = ({ value, unit, digits = 0 }: Figure): string => `${value.toFixed(digits)}${unit && ` ${unit}`}`;

/** One figure, its limit, and whether it misses. */
export function line(figure: Figure): string {
  const side = figure.least ? 'least' : 'most';
  return `${isMissed(figure) ? 'MISS' : 'ok  '} ${figure.what.padEnd(62)} ${written(figure).padStart(11)}   at ${side} ${written({ ...figure, value: figure.limit })}`;
}
