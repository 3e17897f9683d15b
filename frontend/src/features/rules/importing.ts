/** A file of rules in portions that one call takes; each is a file of its own. Pure. */

/** Below what the server reads of one call, with room for signs of several bytes. */
const LONGEST = 120_000;

export interface Portion {
  document: string;
  /** How many rules of the file come before it. */
  before: number;
}

/** The whole as one portion, unless it is a file of rules too long for that. */
export function portionsOf(document: string): readonly Portion[] {
  const whole = [{ document, before: 0 }];
  const content = contentOf(document);
  if (content === null || document.length <= LONGEST) return whole;
  const found: { document: string; before: number }[] = [];
  let some: unknown[] = [];
  let length = 0;
  const close = (before: number) => {
    found.push({ document: JSON.stringify({ ...content, rules: some }), before: before - some.length });
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

/** The place in the whole file of what is wrong in a portion, such as `rules.3.name`. */
export function pathInFile(path: string | null | undefined, { before }: Portion): string | null {
  return path?.replace(/^rules\.(\d+)/, (_, place: string) => `rules.${Number(place) + before}`) ?? null;
}

/** What is no such file is the server's to refuse. */
function contentOf(document: string): { rules: readonly unknown[] } | null {
  try {
    const content: unknown = JSON.parse(document);
    return typeof content === 'object' && content !== null && 'rules' in content && Array.isArray(content.rules) ? { ...content, rules: content.rules } : null;
  } catch {
    return null;
  }
}
