/**
 * What differs between two texts, line by line. Pure, and bounded in time: what has too little in
 * common to be aligned stands as it is, first the one and then the other, and says so.
 */

/** A run of lines of one kind; where each begins in either text, from 0. */
export interface Run {
  kind: 'same' | 'removed' | 'added' | 'apart' | 'gap';
  left: number;
  right: number;
  /** `apart` and `gap` are one row; for `apart`, `left` and `right` are how many lines follow of each. */
  count: number;
}

export interface Row {
  kind: Run['kind'];
  /** Line numbers in the first and the second text, from 1; of `apart`, how many lines follow. */
  left: number | null;
  right: number | null;
  text: string;
}

type Lines = readonly string[];
interface Span {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

/** Pairs of lines that are compared one by one, in one stretch and in all. */
const MOST_PAIRS = { together: 4_000_000, inAll: 40_000_000 };
/** How often a stretch is cut at what only stands once in it. */
const DEEPEST = 40;

/** A text as lines; XML that stands on few long lines is cut at its elements. */
export function linesOf(text: string): Lines {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isDense = text.trimStart().startsWith('<') && text.length > 200 * lines.length;
  return isDense ? lines.flatMap((line) => line.replace(/></g, '>\n<').split('\n')) : lines;
}

/** Both texts as runs, in order. */
export function diffOf(left: Lines, right: Lines): readonly Run[] {
  const comparison = new Comparison(left, right);
  comparison.compare({ a: 0, aEnd: left.length, b: 0, bEnd: right.length }, 0);
  return comparison.runs;
}

class Comparison {
  readonly runs: Run[] = [];
  private readonly left: Lines;
  private readonly right: Lines;
  private pairs = MOST_PAIRS.inAll;

  constructor(left: Lines, right: Lines) {
    [this.left, this.right] = [left, right];
  }

  /** What is alike at both ends, and what stands between. */
  compare({ a, aEnd, b, bEnd }: Span, depth: number): void {
    const from = { a, b };
    while (a < aEnd && b < bEnd && this.left[a] === this.right[b]) {
      a += 1;
      b += 1;
    }
    this.add('same', from.a, from.b, a - from.a);
    let end = 0;
    while (
      aEnd - end > a &&
      bEnd - end > b &&
      this.left[aEnd - end - 1] === this.right[bEnd - end - 1]
    )
      end += 1;
    this.middle({ a, aEnd: aEnd - end, b, bEnd: bEnd - end }, depth);
    this.add('same', aEnd - end, bEnd - end, end);
  }

  private middle(span: Span, depth: number): void {
    const { a, aEnd, b, bEnd } = span;
    const [height, width] = [aEnd - a, bEnd - b];
    const pairs = height * width;
    if (pairs === 0) {
      this.add('removed', a, b, height);
      this.add('added', aEnd, b, width);
    } else if (pairs <= MOST_PAIRS.together && pairs <= this.pairs) {
      this.pairs -= pairs;
      this.table(span);
    } else {
      const anchors = depth < DEEPEST ? anchorsOf(this.left, this.right, span) : [];
      if (anchors.length === 0) this.apart(span);
      else this.between(span, anchors, depth);
    }
  }

  private between(
    span: Span,
    anchors: readonly (readonly [number, number])[],
    depth: number,
  ): void {
    let [a, b] = [span.a, span.b];
    for (const [x, y] of anchors) {
      this.compare({ a, aEnd: x, b, bEnd: y }, depth + 1);
      this.add('same', x, y, 1);
      [a, b] = [x + 1, y + 1];
    }
    this.compare({ a, aEnd: span.aEnd, b, bEnd: span.bEnd }, depth + 1);
  }

  private apart({ a, aEnd, b, bEnd }: Span): void {
    this.runs.push({ kind: 'apart', left: aEnd - a, right: bEnd - b, count: 1 });
    this.add('removed', a, b, aEnd - a);
    this.add('added', aEnd, b, bEnd - b);
  }

  /** The longest common lines, by the table of lengths from every place on. */
  private table({ a, aEnd, b, bEnd }: Span): void {
    const wide = bEnd - b + 1;
    const lengths = new Uint16Array((aEnd - a + 1) * wide);
    const at = (i: number, j: number) => lengths[(i - a) * wide + j - b] ?? 0;
    for (let i = aEnd - 1; i >= a; i -= 1) {
      for (let j = bEnd - 1; j >= b; j -= 1) {
        lengths[(i - a) * wide + j - b] =
          this.left[i] === this.right[j]
            ? at(i + 1, j + 1) + 1
            : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
    let [i, j] = [a, b];
    while (i < aEnd || j < bEnd) {
      if (i < aEnd && j < bEnd && this.left[i] === this.right[j]) this.add('same', i++, j++, 1);
      else if (i < aEnd && (j === bEnd || at(i + 1, j) >= at(i, j + 1)))
        this.add('removed', i++, j, 1);
      else this.add('added', i, j++, 1);
    }
  }

  private add(
    kind: 'same' | 'removed' | 'added',
    left: number,
    right: number,
    count: number,
  ): void {
    const last = this.runs.at(-1);
    if (count === 0) return;
    if (last?.kind === kind) last.count += count;
    else this.runs.push({ kind, left, right, count });
  }
}

/** Lines that stand just once in either stretch, as many as are in the same order in both. */
function anchorsOf(
  left: Lines,
  right: Lines,
  { a, aEnd, b, bEnd }: Span,
): readonly (readonly [number, number])[] {
  const once = onlyOnce(right, b, bEnd);
  const found: [number, number][] = [];
  for (const [line, x] of onlyOnce(left, a, aEnd)) {
    const y = once.get(line);
    if (y !== undefined) found.push([x, y]);
  }
  return rising(found);
}

function onlyOnce(lines: Lines, from: number, to: number): Map<string, number> {
  const found = new Map<string, number>();
  const often = new Set<string>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (found.delete(line)) often.add(line);
    else if (!often.has(line)) found.set(line, at);
  }
  return found;
}

/** The longest chain of pairs, given in the order of the first, that rises in the second too. */
function rising(pairs: readonly [number, number][]): readonly (readonly [number, number])[] {
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, y], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((pairs[ends[mid] ?? 0]?.[1] ?? 0) < y) low = mid + 1;
      else high = mid;
    }
    before.push(low > 0 ? (ends[low - 1] ?? -1) : -1);
    ends[low] = at;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.toReversed();
}

/** What differs with some lines around it; what is left out between is a gap. */
export function aroundChanges(runs: readonly Run[], context = 3): readonly Run[] {
  if (runs.every(({ kind }) => kind === 'same')) return [];
  return runs.flatMap((run, at): Run[] => {
    if (run.kind !== 'same') return [run];
    const [head, tail] = [at === 0 ? 0 : context, at === runs.length - 1 ? 0 : context];
    const cut = run.count - head - tail;
    if (cut <= 0) return [run];
    const begin = { ...run, count: head };
    const end = { ...run, left: run.left + head + cut, right: run.right + head + cut, count: tail };
    const gap: Run[] = head > 0 && tail > 0 ? [{ kind: 'gap', left: 0, right: 0, count: 1 }] : [];
    return [...(head > 0 ? [begin] : []), ...gap, ...(tail > 0 ? [end] : [])];
  });
}

/** The rows of runs, found by their place without making them all. */
export class Rows {
  readonly length: number;
  private readonly starts: number[];
  private readonly runs: readonly Run[];
  private readonly left: Lines;
  private readonly right: Lines;

  constructor(runs: readonly Run[], left: Lines, right: Lines) {
    [this.runs, this.left, this.right] = [runs, left, right];
    let length = 0;
    this.starts = runs.map(({ count }) => (length += count) - count);
    this.length = length;
  }

  at(place: number): Row | null {
    let [low, high] = [0, this.runs.length];
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if ((this.starts[mid] ?? 0) <= place) low = mid;
      else high = mid;
    }
    const run = this.runs[low];
    if (!run || place < 0 || place >= this.length) return null;
    const { kind } = run;
    if (kind === 'gap') return { kind, left: null, right: null, text: '' };
    if (kind === 'apart') return { kind, left: run.left, right: run.right, text: '' };
    const [x, y] = [
      run.left + place - (this.starts[low] ?? 0),
      run.right + place - (this.starts[low] ?? 0),
    ];
    if (kind === 'added') return { kind, left: null, right: y + 1, text: this.right[y] ?? '' };
    return { kind, left: x + 1, right: kind === 'same' ? y + 1 : null, text: this.left[x] ?? '' };
  }
}
