/**
 * Where rows lie in a list of which few are drawn. Every row counts as tall as most are;
 * those measured otherwise are remembered, as many as lie near. All is told in rem: when the
 * scale changes, what was measured holds.
 */

/** So many odd rows are remembered; further ones count as usual again. */
const MOST_ODD = 4000;
const SAME_REM = 0.03;

/** Whether two heights differ by less than a person sees. */
export const isSameHeight = (one: number, other: number): boolean =>
  Math.abs(one - other) < SAME_REM;

export interface Heights {
  /** How tall a row is taken to be. */
  of: (rank: number) => number;
  /** The distance of a row's top from the first row's. */
  top: (rank: number) => number;
  /** The row that lies at a distance from the top. */
  at: (distance: number) => number;
  /** Note a measured height; tells whether it was news. */
  measure: (rank: number, height: number) => boolean;
}

/** Heights of a list whose rows are mostly `usual` rem tall. */
export function createHeights(usual: number): Heights {
  const odd = new Map<number, number>();
  const top = (rank: number) => {
    let extra = 0;
    for (const [other, delta] of odd) if (other < rank) extra += delta;
    return rank * usual + extra;
  };
  const of = (rank: number) => usual + (odd.get(rank) ?? 0);
  const forgetFarFrom = (rank: number) => {
    const far = [...odd.keys()].toSorted((a, b) => Math.abs(b - rank) - Math.abs(a - rank));
    for (const other of far.slice(0, MOST_ODD / 4)) odd.delete(other);
  };
  return {
    of,
    top,
    at(distance) {
      if (distance <= 0) return 0;
      let rank = Math.floor(distance / usual);
      for (let tries = 0; tries < 12; tries += 1) {
        const step = Math.trunc((distance - top(rank)) / usual);
        if (step === 0) break;
        rank = Math.max(0, rank + step);
      }
      while (rank > 0 && top(rank) > distance) rank -= 1;
      while (top(rank) + of(rank) <= distance) rank += 1;
      return rank;
    },
    measure(rank, height) {
      const delta = height - usual;
      if (isSameHeight(delta, odd.get(rank) ?? 0)) return false;
      if (isSameHeight(height, usual)) odd.delete(rank);
      else odd.set(rank, delta);
      if (odd.size > MOST_ODD) forgetFarFrom(rank);
      return true;
    },
  };
}
