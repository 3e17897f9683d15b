/**
 * Cuts a theme's stylesheet down to what the console draws, and takes it out of its layer. A theme
 * styles some ninety components; the calendar, buttons and text fields are all that is used of
 * them, and a browser matches every rule again whenever a theme is chosen.
 *
 * Themes stand in a cascade layer, so that whatever the console says is stronger. When a layer
 * comes or goes, browsers lay every text out anew. Without one the same order is kept by giving
 * every rule no weight at all (`:where`) and sorting them by the weight they had.
 */
import type { Plugin } from 'vite';

/** The first words of the classes that stand on the page: what `src` names, and what the calendar draws by itself. */
export const DRAWN: ReadonlySet<string> = new Set([
  'button',
  'calendar',
  'component',
  'connected',
  'datepicker',
  'disabled',
  'error',
  'filled',
  'focus',
  'hidden',
  'highlight',
  'icon',
  'ink',
  'input',
  'inputtext',
  'inputtextarea',
  'inputwrapper',
  'invalid',
  'link',
  'monthpicker',
  'placeholder',
  'ripple',
  'separator',
  'variant',
  'yearpicker',
]);
/** What is taken from the component library; its classes are those above. */
export const IMPORTED: readonly string[] = ['primereact/api', 'primereact/calendar'];

interface Rule {
  /** What stands around it, such as `@media print`; empty where nothing does. */
  within: string;
  selector: string;
  body: string;
  isLayered: boolean;
}

const CLASS = /\.p-([a-z]+)/g;
const GROUP = /^@(?:media|supports)\b/;
const LAYER = /^@layer\b/;
// The console has a font of its own. With these every text would be laid out anew whenever a theme comes or goes.
const UNUSED = '@font-face';

const isDrawn = (selector: string): boolean =>
  [...selector.matchAll(CLASS)].every(([, word = '']) => DRAWN.has(word));

/** A selector list cut at its own commas, not at those within `:is(…)`. */
function selectorsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of list) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** How much a selector weighs: classes, attributes and states over elements. Ids are in no theme. */
export function weightOf(selector: string): number {
  if (/[#"']/.test(selector.replaceAll(/\[[^\]]*\]/g, '')))
    throw new Error(`not weighed: ${selector}`);
  // What stands in `:not(…)` counts itself, the word before it does not; `:where(…)` counts nothing.
  const plain = selector
    .replaceAll(/:where\([^()]*\)/g, '')
    .replaceAll(/:(?:not|is)\(/g, ' ')
    .replaceAll(')', ' ');
  const elements = [
    ...plain.replaceAll(/\[[^\]]*\]/g, '').matchAll(/::[a-z-]+|(?<![\w.:[-])[a-z][a-z0-9]*/g),
  ].length;
  const classes = [...plain.replaceAll(/::[a-z-]+/g, '').matchAll(/\.[\w-]+|\[[^\]]*\]|:[a-z-]+/g)]
    .length;
  return classes * 1000 + elements;
}

/** The selector without weight; a part of an element, such as `::before`, must stand outside. */
function weightless(selector: string): string {
  const [, elements = '', part = ''] =
    /^(.*?)(::?(?:before|after)|::[a-z-]+|:-[a-z-]+)?$/.exec(selector) ?? [];
  return `:where(${elements || '*'})${part}`;
}

/** Where the block that opens at `from` closes; what is quoted does not count. */
function endOf(sheet: string, from: number): number {
  let depth = 0;
  for (const { 0: sign, index } of sheet
    .slice(from)
    .matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth === 0) return from + index;
  }
  throw new Error(`a block is never closed: ${sheet.slice(from, from + 80)}`);
}

/** Every rule for what is drawn, in order; animations are rules too, with their name for a selector. */
function* rulesOf(sheet: string, within = '', isLayered = false): Generator<Rule> {
  for (let at = 0; ;) {
    const open = sheet.indexOf('{', at);
    if (open < 0) return;
    const close = endOf(sheet, open);
    // Statements such as `@charset "UTF-8";` stand before a rule without a block of their own.
    const head = sheet.slice(Math.max(at, sheet.lastIndexOf(';', open) + 1), open).trim();
    const body = sheet.slice(open + 1, close);
    if (LAYER.test(head)) yield* rulesOf(body, within, true);
    else if (GROUP.test(head)) yield* rulesOf(body, head, isLayered);
    else if (head.startsWith('@')) {
      if (head !== UNUSED) yield { within, selector: head, body, isLayered: false };
    } else
      for (const selector of selectorsOf(head).filter(isDrawn))
        yield { within, selector, body, isLayered };
    at = close + 1;
  }
}

/** The stylesheet with rules for what is drawn alone, the layered ones weightless and in the order of their weight. */
export function slim(sheet: string): string {
  const rules = [...rulesOf(sheet.replaceAll(/\/\*[\s\S]*?\*\//g, ''))];
  const layered = rules
    .filter(({ isLayered }) => isLayered)
    .map((rule) => ({ rule, weight: weightOf(rule.selector) }))
    .toSorted((one, other) => one.weight - other.weight)
    .map(({ rule }) => rule);
  const written = ({ within, selector, body, isLayered }: Rule) => {
    const text = `${isLayered ? weightless(selector) : selector} {${body}}`;
    return within ? `${within} {${text}}` : text;
  };
  return [...layered, ...rules.filter(({ isLayered }) => !isLayered)].map(written).join('\n');
}

// Asked for as an address, the stylesheet itself comes under another name than the module that exports it.
const THEME = /primereact\/resources\/themes\/[a-z0-9-]+\/theme\.css(?!\?url$)/;

export function slimThemes(): Plugin {
  return {
    name: 'giroscope-slim-themes',
    enforce: 'pre',
    transform(code, id) {
      return THEME.test(id) ? { code: slim(code), map: null } : null;
    },
  };
}
