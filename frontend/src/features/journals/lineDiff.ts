/** What differs between two texts, line by line. Pure. */

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  /** Line numbers in the first and the second text, from 1. */
  left: number | null;
  right: number | null;
  text: string;
}

/** Between what is alike at both ends, so many lines of each are compared one by one. */
export const MOST_LINES = 3000;

/** A text as lines; XML that stands on few long lines is cut at its elements. */
export function linesOf(text: string): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isDense = text.trimStart().startsWith('<') && text.length > 200 * lines.length;
  return isDense ? lines.flatMap((line) => line.replace(/></g, '>\n<').split('\n')) : lines;
}

/** Every line of both, in order; null where they differ in more than can be compared. */
export function diffOf(left: readonly string[], right: readonly string[]): readonly DiffLine[] | null {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (a.length > MOST_LINES || b.length > MOST_LINES) return null;
  const same = (text: string, at: number, other: number): DiffLine => ({ kind: 'same', left: at + 1, right: other + 1, text });
  return [
    ...left.slice(0, start).map((text, at) => same(text, at, at)),
    ...middle(a, b, start),
    ...left.slice(left.length - end).map((text, at) => same(text, left.length - end + at, right.length - end + at)),
  ];
}

/** The longest common lines, by the table of lengths from every place on. */
function middle(a: readonly string[], b: readonly string[], offset: number): readonly DiffLine[] {
  const wide = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * wide + j] = a[i] === b[j] ? (lengths[(i + 1) * wide + j + 1] ?? 0) + 1 : Math.max(lengths[(i + 1) * wide + j] ?? 0, lengths[i * wide + j + 1] ?? 0);
    }
  }
  const found: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && one === other) {
      found.push({ kind: 'same', left: offset + ++i, right: offset + ++j, text: one });
    } else if (one !== undefined && (other === undefined || (lengths[(i + 1) * wide + j] ?? 0) >= (lengths[i * wide + j + 1] ?? 0))) {
      found.push({ kind: 'removed', left: offset + ++i, right: null, text: one });
    } else {
      found.push({ kind: 'added', left: null, right: offset + ++j, text: other ?? '' });
    }
  }
  return found;
}

/** What differs with some lines around it; a gap is null. */
export function aroundChanges(lines: readonly DiffLine[], context = 3): readonly (DiffLine | null)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') for (let each = at - context; each <= at + context; each += 1) near.add(each);
  });
  const found: (DiffLine | null)[] = [];
  lines.forEach((line, at) => {
    if (near.has(at)) found.push(line);
    else if (found.length > 0 && found.at(-1) !== null) found.push(null);
  });
  if (found.at(-1) === null) found.pop();
  return found;
}
