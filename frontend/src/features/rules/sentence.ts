/** A rule in words. One grammar makes both languages: nouns, what is said of them, and what joins them. Pure. */
import type { RuleWordsFragment } from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { listed, wordsOf, type Words } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import type { Notation } from '@/kernel/preferences';
import { nounLabels, sentenceLabels, valueLabels, verbLabels } from './sentenceLabels';

export type Said = Pick<RuleWordsFragment, 'match' | 'blocks' | 'actions'>;
export type Condition = Said['blocks'][number]['conditions'][number];
export type Action = Said['actions'][number];

/** What rules name by id, and what people call it. */
export interface Names {
  references: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
}

const REFERENCES: ReadonlySet<string> = new Set(['ACCOUNT', 'CONNECTION', 'ERP_METHOD']);
const DATES: ReadonlySet<string> = new Set(['DATE', 'VALUE_DATE']);
const PLAIN: ReadonlySet<string> = new Set(['CURRENCY', 'COUNTERPARTY_COUNTRY']);

/** One value as people read it. */
export function valueOf(
  condition: Pick<Condition, 'field' | 'currency'>,
  value: string,
  names: Names,
  notation: Notation,
): string {
  const { field, currency } = condition;
  if (REFERENCES.has(field)) return names.references[`${field} ${value}`] ?? `#${value}`;
  if (field === 'AMOUNT')
    return [formatDecimal(value, notation.numberFormat, currency ?? null), currency]
      .filter(Boolean)
      .join(' ');
  if (DATES.has(field)) return formatDate(value, notation.dateFormat);
  const words: Readonly<Record<string, string>> = wordsOf(valueLabels, notation.language);
  return (
    words[`${field} ${value}`] ??
    (PLAIN.has(field) ? value : wordsOf(sentenceLabels, notation.language).quoted(value))
  );
}

/** One condition in words. */
export function conditionInWords(condition: Condition, names: Names, notation: Notation): string {
  const { language } = notation;
  const words = wordsOf(sentenceLabels, language);
  const verb = wordsOf(verbLabels, language)[
    `${condition.negated ? 'not_' : ''}${condition.operator}` as const
  ];
  const values = condition.values.map((value) => valueOf(condition, value, names, notation));
  const joined =
    condition.operator === 'BETWEEN' ? listed(values, language) : values.join(words.or);
  // While it is being built there is something to come yet.
  const asked = joined || '…';
  return verb(wordsOf(nounLabels, language)[condition.field], asked);
}

function postingInWords(
  account: string,
  text: string,
  words: Words<typeof sentenceLabels>,
): string {
  if (account) return text ? words.postingBoth(account, text) : words.postingAccount(account);
  return text ? words.postingText(text) : words.POSTING;
}

/** One action in words; what is not chosen yet is left out. */
export function actionInWords(action: Action, names: Names, notation: Notation): string {
  const words = wordsOf(sentenceLabels, notation.language);
  switch (action.kind) {
    case 'POSTING':
      return postingInWords(
        action.account?.trim() ?? '',
        action.text?.trim() ? words.quoted(action.text) : '',
        words,
      );
    case 'LABEL':
      return action.labelId === null
        ? words.LABEL
        : words.labelNamed(words.quoted(names.labels[action.labelId] ?? `#${action.labelId}`));
    case 'APPROVAL':
      return words.APPROVAL(action.approvals ?? 0);
    case 'NOTIFY':
      return action.role ? words.notifyRole(words[action.role]) : words.NOTIFY;
    default:
      return words.HOLD;
  }
}

/** The blocks of conditions that came as one list. */
export function blocksOf(
  parts: readonly (Condition & { block: number; match: Said['match'] })[],
): Said['blocks'] {
  const blocks: Said['blocks'] = [];
  for (const { block, match, ...condition } of parts)
    (blocks[block] ??= { match, conditions: [] }).conditions.push(condition);
  return blocks;
}

/** The whole rule as one sentence. */
export function sentenceOf(said: Said, names: Names, notation: Notation): string {
  const words = wordsOf(sentenceLabels, notation.language);
  const joint = (match: string) => (match === 'ALL' ? words.and : words.or);
  const many = said.blocks.length > 1;
  const blocks = said.blocks.map(({ match, conditions }) => {
    const text = conditions
      .map((condition) => conditionInWords(condition, names, notation))
      .join(joint(match));
    return many && conditions.length > 1 ? `(${text})` : text;
  });
  const actions = said.actions.map((action) => actionInWords(action, names, notation));
  return words.when(
    blocks.join(joint(said.match)) || words.nothing,
    listed(actions, notation.language) || words.doNothing,
  );
}
