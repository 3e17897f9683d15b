/** A file of rules in portions that one call takes; each is a file of its own. Pure. */

/** Below what the server reads of one call, with room for signs of several bytes. */
const LONGEST = 120_000;

export interface Portion {
  document: string;
  /** How many rules of the file come before it. */
  before: number;
  /** What its rules are called, in their order. */
  names: readonly string[];
}

/** The whole as one portion, unless it is a file of rules too long for that. */
export function portionsOf(document: string): readonly Portion[] {
  const content = contentOf(document);
  const names = (content?.rules ?? []).map(nameOf);
  if (content === null || document.length <= LONGEST) return [{ document, before: 0, names }];
  const found: Portion[] = [];
  let some: unknown[] = [];
  let length = 0;
  const close = (end: number) => {
    const before = end - some.length;
    found.push({
      document: JSON.stringify({ ...content, rules: some }),
      before,
      names: names.slice(before, end),
    });
    [some, length] = [[], 0];
  };
  for (const [at, rule] of content.rules.entries()) {
    const size = JSON.stringify(rule).length;
    if (some.length > 0 && length + size > LONGEST) close(at);
    some.push(rule);
    length += size;
  }
  close(content.rules.length);
  return found;
}

const nameOf = (rule: unknown): string =>
  typeof rule === 'object' && rule !== null && 'name' in rule && typeof rule.name === 'string'
    ? rule.name
    : '';

interface Place {
  /** Which rule of the whole file, from 1. */
  rule: number;
  name: string;
  /** What in it, such as `blocks`. */
  within: string;
}

/** Where in the whole file stands what is wrong in a portion; null where no rule is named. */
export function placeInFile(path: string | null, { before, names }: Portion): Place | null {
  const [, at, within = ''] = /^rules\.(\d+)\.?(.*)$/.exec(path ?? '') ?? [];
  return at === undefined
    ? null
    : { rule: before + Number(at) + 1, name: names[Number(at)] ?? '', within };
}

/** How many rules of a file were new, changed, and the same as here. */
export type Brought = readonly [fresh: number, changed: number, same: number];

/** What the server tells of one more portion, three counts apart by blanks, added up. */
export function broughtWith([fresh, changed, same]: Brought, message: string | null): Brought {
  const [more = 0, other = 0, known = 0] = (message ?? '').split(' ').map(Number);
  return [fresh + more, changed + other, same + known];
}

/** What is no such file is the server's to refuse. */
function contentOf(document: string): { rules: readonly unknown[] } | null {
  try {
    const content: unknown = JSON.parse(document);
    return typeof content === 'object' &&
      content !== null &&
      'rules' in content &&
      Array.isArray(content.rules)
      ? { ...content, rules: content.rules }
      : null;
  } catch {
    return null;
  }
}
