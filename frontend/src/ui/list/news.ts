/** Which rows came into a list, and which changed in it, while it was on screen. */
import type { Seen } from './pages';
import { PAGE_ROWS } from './plan';

export type News = 'new' | 'changed';

/** What a page read anew holds that it did not hold before. A row that only moved is no news. */
export function newsBetween<Row>(
  before: Seen<Row>['pages'],
  now: Seen<Row>['pages'],
  rowKey: (row: Row) => string,
): ReadonlyMap<string, News> {
  const held = new Map(
    [...before.values()].flatMap((rows) => rows.map((row) => [rowKey(row), row] as const)),
  );
  const news = new Map<string, News>();
  for (const [page, rows] of now) {
    const was = before.get(page);
    if (!was || was === rows) continue;
    // What fills up the end of a page was there before, further down.
    const lastKnown = rows.findLastIndex((row) => held.has(rowKey(row)));
    const filledUp = was.length === PAGE_ROWS ? lastKnown : rows.length;
    // What comes from a page above that is not held was there before, too.
    const isPushed = page > 0 && !before.has(page - 1);
    const firstKnown = isPushed ? rows.findIndex((row) => held.has(rowKey(row))) : 0;
    rows.forEach((row, index) => {
      const earlier = held.get(rowKey(row));
      if (earlier === undefined) {
        if (index < filledUp && index >= firstKnown) news.set(rowKey(row), 'new');
      } else if (earlier !== row && JSON.stringify(earlier) !== JSON.stringify(row)) {
        news.set(rowKey(row), 'changed');
      }
    });
  }
  return news;
}
