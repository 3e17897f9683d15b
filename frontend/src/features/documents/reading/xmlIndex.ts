/**
 * A document's text, cut into lines and, where it is XML, into elements. Built in one pass and
 * kept in flat arrays, so that tens of megabytes take little more room than their text. Pure.
 */

export interface TreeNode {
  id: number;
  name: string;
  /** What a leaf says, with entities resolved. */
  text: string;
  attributes: readonly { name: string; value: string }[];
  /** Line of its start tag, from 0. */
  line: number;
  children: number;
}

export interface Hit {
  line: number;
  start: number;
}

/** The document itself, above its outermost element. */
export const ROOT = -1;
const MOST_HITS = 5000;
const LONGEST_TEXT = 400;
const ONE_LINE = 2000;
const LONGEST_TAG = 65_536;

/** Numbers that grow in place. */
class Numbers {
  values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Int32Array(this.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }
}

export class XmlIndex {
  private readonly lineStarts = new Numbers();
  private readonly starts = new Numbers();
  private readonly tagEnds = new Numbers();
  /** The first element after everything inside this one. */
  private readonly untils = new Numbers();
  private readonly childCounts = new Numbers();
  private roots = 0;
  private readonly text: string;
  readonly isXml: boolean;

  constructor(text: string) {
    this.text = text;
    this.isXml = text.trimStart().startsWith('<');
    const breaks = this.cutLines();
    // Bank files often come as one endless line; it is cut where one element follows another.
    if (this.isXml && text.length / breaks > ONE_LINE) this.cutAtElements();
    if (this.isXml) this.cutElements();
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  get elementCount(): number {
    return this.starts.length;
  }

  /** Some lines, without their line ends. */
  lines(from: number, to: number): readonly string[] {
    const found: string[] = [];
    for (let line = Math.max(0, from); line < Math.min(to, this.lineCount); line += 1)
      found.push(this.line(line));
    return found;
  }

  /** The children of an element, some of them; of `ROOT` the outermost element. */
  children(parent: number, from: number, count: number): readonly TreeNode[] {
    const end = parent === ROOT ? this.starts.length : this.untils.at(parent);
    const found: TreeNode[] = [];
    let place = 0;
    for (let id = parent + 1; id < end && found.length < count; id = this.untils.at(id)) {
      if (place >= from) found.push(this.node(id));
      place += 1;
    }
    return found;
  }

  countOf(parent: number): number {
    return parent === ROOT ? this.roots : this.childCounts.at(parent);
  }

  /** Every place of the needle, ignoring case, in reading order; a bounded number of them. */
  find(needle: string): readonly Hit[] {
    const wanted = needle.toLowerCase();
    const hits: Hit[] = [];
    if (!wanted) return hits;
    for (let line = 0; line < this.lineCount && hits.length < MOST_HITS; line += 1) {
      const content = this.line(line).toLowerCase();
      for (
        let start = content.indexOf(wanted);
        start >= 0 && hits.length < MOST_HITS;
        start = content.indexOf(wanted, start + wanted.length)
      )
        hits.push({ line, start });
    }
    return hits;
  }

  private line(at: number): string {
    const end = at + 1 < this.lineCount ? this.lineStarts.at(at + 1) : this.text.length;
    return this.text.slice(this.lineStarts.at(at), end).replace(/[\r\n]+$/, '');
  }

  private cutLines(): number {
    this.lineStarts.push(0);
    const ends = /\r\n|\r|\n/g;
    while (ends.exec(this.text)) this.lineStarts.push(ends.lastIndex);
    return this.lineStarts.length;
  }

  private cutAtElements(): void {
    this.lineStarts.length = 0;
    this.lineStarts.push(0);
    const between = />\s*(?=<)/g;
    while (between.exec(this.text)) this.lineStarts.push(between.lastIndex);
  }

  private cutElements(): void {
    const { text } = this;
    const open: number[] = [];
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      const next = text.charCodeAt(at + 1);
      if (next === 33 || next === 63) {
        at = this.afterSpecial(at);
      } else if (next === 47) {
        const closed = open.pop();
        if (closed !== undefined) this.untils.set(closed, this.starts.length);
      } else {
        at = this.begin(at, open);
      }
    }
    // A file that was cut short leaves elements open: they hold what came.
    for (const left of open) this.untils.set(left, this.starts.length);
  }

  private begin(at: number, open: number[]): number {
    const end = this.endOfTag(at);
    const id = this.starts.length;
    const parent = open.at(-1);
    if (parent === undefined) this.roots += 1;
    else this.childCounts.set(parent, this.childCounts.at(parent) + 1);
    this.starts.push(at);
    this.tagEnds.push(end);
    this.childCounts.push(0);
    this.untils.push(id + 1);
    if (this.text.charCodeAt(end - 2) !== 47) open.push(id);
    return end - 1;
  }

  /** Behind the `>` of a tag; one inside an attribute's quotes does not end it. */
  private endOfTag(at: number): number {
    const { text } = this;
    const last = Math.min(text.length, at + LONGEST_TAG);
    let quote = 0;
    for (let end = at; end < last; end += 1) {
      const code = text.charCodeAt(end);
      if (quote === 0 && code === 62) return end + 1;
      if (quote === 0 && (code === 34 || code === 39)) quote = code;
      else if (code === quote) quote = 0;
    }
    // A quote that is never closed is a fault of the file, and no reason to read on for ever.
    const end = text.indexOf('>', at);
    return end < 0 ? text.length : end + 1;
  }

  private afterSpecial(at: number): number {
    const { text } = this;
    const ends = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<![CDATA[', at)
        ? ']]>'
        : '>';
    const end = text.indexOf(ends, at);
    return end < 0 ? text.length : end + ends.length - 1;
  }

  private node(id: number): TreeNode {
    const start = this.starts.at(id);
    const end = this.tagEnds.at(id);
    const tag = this.text.slice(start + 1, end - 1).replace(/\/$/, '');
    const [name = ''] = /^[^\s/>]+/.exec(tag) ?? [];
    const attributes = [...tag.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, key = '', double, single]) => ({ name: key, value: resolved(double ?? single ?? '') }),
    );
    const children = this.childCounts.at(id);
    return {
      id,
      name: name.replace(/^.*:/, ''),
      text: children === 0 ? this.textOf(id) : '',
      attributes,
      line: this.lineAt(start),
      children,
    };
  }

  private textOf(id: number): string {
    const from = this.tagEnds.at(id);
    if (this.text.charCodeAt(from - 2) === 47) return '';
    const to = this.text.indexOf('</', from);
    const content = this.text.slice(
      from,
      Math.min(to < 0 ? this.text.length : to, from + LONGEST_TEXT),
    );
    return resolved(
      content
        .replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, '$1')
        .replace(/<!--[\s\S]*?(?:-->|$)/g, ''),
    ).trim();
  }

  private lineAt(offset: number): number {
    let low = 0;
    let high = this.lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts.at(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function resolved(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return NAMED[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
