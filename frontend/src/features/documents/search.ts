/** Where a word stands in a document's lines. Pure. */

export interface Hit {
  line: number;
  start: number;
}

const MOST_HITS = 5000;

/** Every place of the needle, ignoring case, in reading order; a bounded number of them. */
export function findHits(lines: readonly string[], needle: string): readonly Hit[] {
  const wanted = needle.toLowerCase();
  if (!wanted) return [];
  const hits: Hit[] = [];
  for (const [line, content] of lines.entries()) {
    const lower = content.toLowerCase();
    for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + wanted.length)) {
      hits.push({ line, start });
      if (hits.length >= MOST_HITS) return hits;
    }
  }
  return hits;
}

/**
 * Cut text into lines. Bank files often come as one endless line of XML; such a file gets a
 * line per element, so that it can be read. Line numbers are then the viewer's own.
 */
export function viewerLines(content: string): readonly string[] {
  const lines = content.split(/\r\n|\r|\n/);
  const average = content.length / lines.length;
  if (average < 2000 || !content.trimStart().startsWith('<')) return lines;
  return content.replace(/>\s*</g, '>\n<').split('\n');
}
