/** How what was said is laid out to be read. Pure; the text is never taken for markup. */

/** Line breaks that stand in a text as they are written in code become real ones. */
export function realBreaks(text: string): string {
  return text
    .replaceAll(/\\r\\n|\\n|&#xA;|&#10;/gi, '\n')
    .replaceAll(/\\t/g, '\t')
    .replaceAll(/\r\n?|&#xD;|&#13;/gi, '\n');
}

/** XML and JSON with a line for each part; anything else as it is. */
export function laidOut(text: string): string {
  const plain = realBreaks(text);
  const start = plain.trimStart();
  if (start.startsWith('<')) return xmlLaidOut(plain);
  if (/^[{[]/.test(start)) return jsonLaidOut(text) ?? plain;
  return plain;
}

/** Numbers stay as they are written: to read them would round them. */
function jsonLaidOut(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const lines: string[] = [];
  let [depth, line] = [0, ''];
  const end = () => {
    if (line.trim()) lines.push(line);
    line = '  '.repeat(depth);
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      end();
      line += token;
    } else if (token === '{' || token === '[') {
      line += token;
      depth += 1;
      end();
    } else if (token === ',') {
      line += token;
      end();
    } else line += token === ':' ? ': ' : realBreaks(token);
  }
  end();
  return lines.join('\n').replaceAll(/([{[])\n\s*([}\]])/g, '$1$2');
}

const SPACES = '  ';

function xmlLaidOut(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  const put = (part: string) =>
    lines.push(...part.split('\n').map((line) => SPACES.repeat(depth) + line.trim()));
  for (const [part] of text.matchAll(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[^>]*>?|[^<]+/g,
  )) {
    if (part.startsWith('<![CDATA[')) put(part);
    else if (part.startsWith('</')) {
      depth = Math.max(0, depth - 1);
      const opened = lines.at(-1) ?? '';
      // A value stands on one line with its element.
      if (/^\s*<[^/!?][^>]*>[^<]*$/.test(opened) && !opened.endsWith('/>'))
        lines[lines.length - 1] = opened + part;
      else put(part);
    } else if (part.startsWith('<')) {
      put(part.replaceAll(/\s+/g, ' '));
      if (!/^<[!?]|\/>$/.test(part)) depth += 1;
    } else if (part.trim()) {
      const opened = lines.at(-1) ?? '';
      if (
        /^\s*<[^/!?][^>]*>$/.test(opened) &&
        !part.trim().includes('\n') &&
        !opened.endsWith('/>')
      )
        lines[lines.length - 1] = opened + part.trim();
      else put(part.trim());
    }
  }
  return lines.join('\n');
}

export interface Line {
  /** From 1. */
  number: number;
  text: string;
  /** How many lines below belong to it, deeper than it; 0 where none do. */
  inside: number;
}

/** A text as lines, each knowing what can be folded into it. */
export function linesOf(text: string): readonly Line[] {
  const lines = text.split('\n');
  const depths = lines.map((line) =>
    line.trim() ? line.length - line.trimStart().length : Infinity,
  );
  const inside = Array.from({ length: lines.length }, () => 0);
  const open: number[] = [];
  depths.forEach((depth, at) => {
    while (open.length > 0 && (depths[open.at(-1) ?? 0] ?? 0) >= depth) close(open.pop() ?? 0, at);
    open.push(at);
  });
  while (open.length > 0) close(open.pop() ?? 0, lines.length);
  function close(from: number, to: number) {
    inside[from] = to - from - 1;
  }
  return lines.map((line, at) => ({ number: at + 1, text: line, inside: inside[at] ?? 0 }));
}

/** The lines that stay when some are folded. */
export function unfolded(lines: readonly Line[], folded: ReadonlySet<number>): readonly Line[] {
  const shown: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) break;
    shown.push(line);
    if (folded.has(line.number)) at += line.inside;
  }
  return shown;
}
