/** Rows in the order that a person gave them. */

/** The items with one of them at another place; the same where there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  return item === undefined || to < 0 || to >= items.length
    ? items
    : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What was put in order comes first, in that order; the rest follows as it stands. */
export function inOrderOf<Item>(
  items: readonly Item[],
  keys: readonly string[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  if (keys.length === 0) return items;
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (item: Item) => places.get(keyOf(item)) ?? keys.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
