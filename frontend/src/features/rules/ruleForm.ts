/** A rule as it is typed, and as it is sent; and the rules people begin with. Pure. */
import type {
  EntryForRuleQuery,
  RuleInput,
  RuleNamesQuery,
  RuleSubject,
  RuleWordsFragment,
} from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { formatDecimal, parseAmount } from '@/kernel/money';
import type { Language, NumberFormat } from '@/kernel/preferences';
import type { builderLabels } from './builderLabels';
import type { Refused } from './refusal';
import type { Action, Condition, Said } from './sentence';

export type FieldFacts = RuleNamesQuery['transactionFields'][number];
type Field = Condition['field'];
type Operator = Condition['operator'];
export type Match = Said['match'];

export interface ConditionDraft {
  key: number;
  field: Field;
  operator: Operator;
  negated: boolean;
  values: readonly string[];
  currency: string;
}

export interface BlockDraft {
  key: number;
  match: Match;
  conditions: readonly ConditionDraft[];
}

export interface RuleDraft {
  name: string;
  note: string;
  subject: RuleSubject;
  match: Match;
  blocks: readonly BlockDraft[];
  actions: readonly Action[];
}

let latest = 0;
const key = () => {
  latest += 1;
  return latest;
};

export const emptyCondition = (): ConditionDraft => ({
  key: key(),
  field: 'TEXT',
  operator: 'CONTAINS',
  negated: false,
  values: [''],
  currency: '',
});
export const emptyBlock = (): BlockDraft => ({
  key: key(),
  match: 'ALL',
  conditions: [emptyCondition()],
});
export const emptyRule = (subject: RuleSubject): RuleDraft => ({
  name: '',
  note: '',
  subject,
  match: 'ANY',
  blocks: [emptyBlock()],
  actions: [],
});

const MOST_OF_TEXT = 60;

/** A rule about entries like this one: the same way, and of the same party, or else with its text. */
export function ruleAbout({
  direction,
  counterparty: { name },
  remittance,
}: NonNullable<EntryForRuleQuery['transaction']>): RuleDraft {
  const text = (remittance ?? '').slice(0, MOST_OF_TEXT).trim();
  const rule = emptyRule('TRANSACTION');
  const who: Partial<ConditionDraft> = name
    ? { field: 'COUNTERPARTY_NAME', operator: 'EQUALS', values: [name] }
    : { values: [text] };
  const way: Partial<ConditionDraft> = {
    field: 'DIRECTION',
    operator: 'EQUALS',
    values: [direction],
  };
  return {
    ...rule,
    name: name ?? text,
    blocks: [
      { ...emptyBlock(), conditions: [who, way].map((one) => ({ ...emptyCondition(), ...one })) },
    ],
  };
}

export const action = (kind: Action['kind'], more: Partial<Action> = {}): Action => ({
  kind,
  account: null,
  text: null,
  labelId: null,
  approvals: null,
  role: null,
  ...more,
});

/** A version as it stands in the form. */
export const draftOf = (
  said: RuleWordsFragment,
  subject: RuleSubject,
  format: NumberFormat,
): RuleDraft => ({
  name: said.name,
  note: said.note ?? '',
  subject,
  match: said.match,
  actions: said.actions,
  blocks: said.blocks.map(({ match, conditions }) => ({
    key: key(),
    match,
    conditions: conditions.map((one) => ({
      key: key(),
      field: one.field,
      operator: one.operator,
      negated: one.negated,
      currency: one.currency ?? '',
      values:
        one.field === 'AMOUNT'
          ? one.values.map((value) => formatDecimal(value, format, one.currency ?? null))
          : one.values,
    })),
  })),
});

const told = ({ field, operator, values }: ConditionDraft) => {
  if (operator === 'EMPTY') return [];
  const kept = values.map((value) => value.trim()).filter(Boolean);
  return field === 'AMOUNT' ? kept.map((value) => parseAmount(value) ?? value) : kept;
};

/** The rule as the sentence reads it, while it is being typed. */
export const saidBy = (draft: RuleDraft): Said => ({
  match: draft.match,
  actions: [...draft.actions],
  blocks: draft.blocks.map(({ match, conditions }) => ({
    match,
    conditions: conditions.map((one) => ({
      field: one.field,
      operator: one.operator,
      negated: one.negated,
      currency: one.currency || null,
      values: told(one).filter((value) => one.field !== 'AMOUNT' || parseAmount(value) !== null),
    })),
  })),
});

/** What is sent. */
export const inputOf = (draft: RuleDraft): RuleInput => ({
  name: draft.name.trim(),
  note: draft.note.trim() || null,
  match: draft.match,
  blocks: draft.blocks.map(({ match, conditions }) => ({
    match,
    conditions: conditions.map((one) => ({
      field: one.field,
      operator: one.operator,
      negated: one.negated,
      currency: one.currency.trim() || null,
      values: told(one),
    })),
  })),
  actions: draft.actions.map(({ kind, account, text, labelId, approvals, role }) => ({
    kind,
    account,
    text,
    labelId,
    approvals,
    role,
  })),
});

/** What can be told wrong without asking the server, and where; null when nothing is. */
export function flawOf(
  draft: RuleDraft,
  words: Words<typeof builderLabels>,
): Omit<Refused, 'id'> | null {
  if (!draft.name.trim()) return { message: words.nameMissing, path: 'name' };
  for (const [block, { conditions }] of draft.blocks.entries()) {
    const wrong = conditions.findIndex(
      ({ field, values }) =>
        field === 'AMOUNT' &&
        values.some((value) => value.trim() !== '' && parseAmount(value) === null),
    );
    if (wrong !== -1)
      return { message: words.amountWrong, path: `blocks.${block}.conditions.${wrong}.values` };
  }
  if (draft.actions.length === 0) return { message: words.nothingFollows, path: 'actions' };
  const posting = draft.actions.findIndex(
    ({ kind, account }) => kind === 'POSTING' && !account?.trim(),
  );
  return posting === -1
    ? null
    : { message: words.accountMissing, path: `actions.${posting}.account` };
}

/** How many values a comparison takes; null for as many as people like. */
export const countOf = (operator: Operator): number | null =>
  (({ EMPTY: 0, BETWEEN: 2, ONE_OF: null }) as Partial<Record<Operator, number | null>>)[
    operator
  ] ?? (operator === 'ONE_OF' ? null : 1);

interface Template {
  key: string;
  name: Readonly<Record<Language, string>>;
  conditions: readonly Omit<ConditionDraft, 'key'>[];
  match: Match;
  posting: Readonly<Record<Language, string>>;
}

const contains = (value: string) => ({
  field: 'TEXT' as const,
  operator: 'CONTAINS' as const,
  negated: false,
  values: [value],
  currency: '',
});

/** What most realms begin with. The account is chosen by who knows the chart of accounts. */
export const TEMPLATES: readonly Template[] = [
  {
    key: 'fees',
    name: { en: 'Bank fees', da: 'Bankgebyrer' },
    match: 'ANY',
    conditions: [
      contains('gebyr'),
      contains('fee'),
      {
        field: 'BANK_TRANSACTION_CODE',
        operator: 'CONTAINS',
        negated: false,
        values: ['CHRG'],
        currency: '',
      },
    ],
    posting: { en: 'Bank fees', da: 'Bankgebyrer' },
  },
  {
    key: 'interest',
    name: { en: 'Interest', da: 'Renter' },
    match: 'ANY',
    conditions: [
      contains('rente'),
      contains('interest'),
      {
        field: 'BANK_TRANSACTION_CODE',
        operator: 'CONTAINS',
        negated: false,
        values: ['INTR'],
        currency: '',
      },
    ],
    posting: { en: 'Interest', da: 'Renter' },
  },
  {
    key: 'transfers',
    name: { en: 'Own transfers', da: 'Egne overførsler' },
    match: 'ANY',
    conditions: [
      contains('egen overførsel'),
      contains('own transfer'),
      contains('intern overførsel'),
    ],
    posting: { en: 'Transfer between own accounts', da: 'Overførsel mellem egne konti' },
  },
  {
    key: 'salaries',
    name: { en: 'Salaries', da: 'Lønninger' },
    match: 'ANY',
    conditions: [
      contains('løn'),
      contains('salary'),
      {
        field: 'BANK_TRANSACTION_CODE',
        operator: 'CONTAINS',
        negated: false,
        values: ['SALA'],
        currency: '',
      },
    ],
    posting: { en: 'Salaries', da: 'Lønninger' },
  },
];

/** A template as a rule to be finished. */
export const fromTemplate = (template: Template, language: Language): RuleDraft => ({
  ...emptyRule('TRANSACTION'),
  name: template.name[language],
  blocks: [
    {
      key: key(),
      match: template.match,
      conditions: template.conditions.map((one) => ({ ...one, key: key() })),
    },
  ],
  actions: [action('POSTING', { account: '', text: template.posting[language] })],
});
