/**
 * Words on screen: every one stands in a catalogue, in both languages, and no English is left
 * in the Danish. Says what is wrong with a node of a source; reads no files itself.
 */

export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const LETTERS = /\p{L}{2,}/u;
/** Attributes and properties that a person reads or hears. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'confirm',
  'lead',
  'summary',
  'header',
  'help',
]);

/** The product's name and other words that are the same in every language. */
const PROPER = new Set(['Giroscope']);

/** Words that Danish writes as English does. Who adds one has read the sentence it stands in. */
const SAME = new Set(
  (
    'OK (pain.002) Access API Connect Corporate Lockbox Nordea SEPA Type Mine Version Bank Browser CSV Database Demo Difference Element ERP Giroscope Hash Information Journal Layout Mail Mails Match Note PNG Person Python Reference ' +
    'SHA-256 ms Webhook Webhooks Endpoint Endpoints URL Server Status System Test Upload Uploads Excel XLSX ZIP IBAN BIC cyan indigo orange pink reference note'
  ).split(' '),
);
/** Frequent English words of which none is a Danish one. */
const ENGLISH =
  /(?<![\p{L}’'-])(?:the|and|of|your|you|with|not|this|that|was|were|are|from|cannot|which|when|where|there|their|been|being|into)(?![\p{L}’'-])/iu;

export function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node;
    for (const child of Object.values(value)) yield* walk(child);
  }
}

const literal = (node: Node) =>
  node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;

/** What an expression may come to as text: its literals, on either side of a condition, and templates. */
function* texts(node: Node | null | undefined): Generator<string> {
  if (!node) return;
  const own = literal(node);
  if (own !== null) yield own;
  else if (node.type === 'TemplateLiteral')
    for (const part of node['quasis'] as Node[]) yield (part['value'] as { cooked: string }).cooked;
  else if (node.type === 'ConditionalExpression')
    for (const side of ['consequent', 'alternate']) yield* texts(node[side] as Node);
  else if (node.type === 'LogicalExpression') yield* texts(node['right'] as Node);
}

const worded = (found: Iterable<string>) =>
  [...found].map((text) => text.trim()).find((text) => LETTERS.test(text) && !PROPER.has(text)) ??
  null;

/** A piece of the tree that shows words without a catalogue, or null. */
export function untranslated(node: Node): string | null {
  if (node.type === 'JSXText') return worded([String(node['value'])]);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const shown = (node['children'] as Node[]).filter(
      ({ type }) => type === 'JSXExpressionContainer',
    );
    return worded(shown.flatMap((child) => [...texts(child['expression'] as Node)]));
  }
  if (node.type !== 'JSXAttribute' || !SPOKEN.has(String((node['name'] as Node)['name'])))
    return null;
  const value = node['value'] as Node | null;
  return worded(
    texts(value?.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value),
  );
}

const named = (node: Node, name: string) =>
  (node['properties'] as Node[]).find(
    (property) => property.type === 'Property' && (property['key'] as Node)['name'] === name,
  )?.['value'] as Node | undefined;

const allTexts = (node: Node) =>
  [...walk(node)].flatMap((each) =>
    ['Literal', 'TemplateLiteral'].includes(each.type) ? [...texts(each)] : [],
  );

/** What is wrong with a pair of a catalogue, or null; other nodes are no pairs. */
export function mistranslated(node: Node): string | null {
  if (node.type !== 'ObjectExpression') return null;
  const [en, da] = [named(node, 'en'), named(node, 'da')];
  if (!en && !da) return null;
  if (!en || !da) return 'a phrase in one language only';
  const [english, danish] = [allTexts(en).join(' ').trim(), allTexts(da).join(' ').trim()];
  if (english && !danish) return `no Danish for “${english}”`;
  if (
    english === danish &&
    LETTERS.test(english) &&
    !english.split(/\s+/).every((word) => SAME.has(word))
  )
    return `English and Danish are the same: “${english}”`;
  if (/[“”]/.test(danish)) return `Danish quotes are »…«: “${danish}”`;
  const left = ENGLISH.exec(danish.replaceAll(/»[^«]*«|'[^']*'/g, ''));
  return left ? `English in the Danish: “${left[0]}” in “${danish}”` : null;
}

/** A list put together by hand, where the language has its own way of listing; or null. */
export function handListed(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression' || (callee['property'] as Node)['name'] !== 'join')
    return null;
  const between = literal((node['arguments'] as Node[])[0] ?? node);
  return between !== null && /^,? ?(?:and|or|og|eller) ?$/.test(between.trim())
    ? 'use listed() of kernel/i18n for lists in sentences'
    : null;
}

/** A word's form chosen by comparing with one, where the language has its own rule; or null. */
export function handCounted(node: Node): string | null {
  if (node.type !== 'ConditionalExpression') return null;
  const test = node['test'] as Node;
  const isOne = ({ type, value }: Node) => type === 'Literal' && String(value) === '1';
  const compares =
    test.type === 'BinaryExpression' &&
    ['===', '!=='].includes(String(test['operator'])) &&
    [test['left'], test['right']].some((side) => isOne(side as Node));
  return compares && worded(texts(node)) !== null
    ? 'use plural of kernel/i18n for singular and plural'
    : null;
}
