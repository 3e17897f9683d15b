/** A mapping as it is typed: every field a string, as forms have them, and the server's input from it. */
import type { ErpMappingInput, ErpMappingRowFragment, ErpTarget } from '@/generated/graphql';
import { isPlainDate } from '@/kernel/dates';
import { parseAmount } from '@/kernel/money';

const FIELDS = [
  'method',
  'target',
  'account',
  'debtorAccount',
  'chargeBearer',
  'serviceLevel',
  'localInstrument',
  'categoryPurpose',
  'instructionPriority',
  'batchBooking',
  'referenceRule',
  'currency',
  'creditorCountry',
  'referenceKind',
  'slipType',
  'amountFrom',
  'amountTo',
  'position',
  'validFrom',
  'validTo',
  'isEnabled',
] as const;

export type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

const MATCHERS = [
  'currency',
  'creditorCountry',
  'referenceKind',
  'slipType',
  'amountFrom',
  'amountTo',
] as const;
const AMOUNTS = ['amountFrom', 'amountTo'] as const;
const DATES = ['validFrom', 'validTo'] as const;
const NOTHING: Typed = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as unknown as Typed),
  isEnabled: 'true',
};

/** A new mapping with what is known of it. */
export const begun = (known: Partial<Typed>): Typed => ({ ...NOTHING, ...known });

/** A mapping that is there, to be changed. */
export function typedFrom({ makes, matchers, ...row }: ErpMappingRowFragment): Typed {
  const all: Readonly<Record<string, unknown>> = { ...row, ...makes, ...matchers };
  return Object.fromEntries(
    FIELDS.map((field) => [field, spelled(all[field])]),
  ) as unknown as Typed;
}

const spelled = (value: unknown) =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** What is asked of the server; null where method or product is not chosen yet. */
export function inputOf(typed: Typed): ErpMappingInput | null {
  if (!typed.method || !typed.target) return null;
  const said = (field: keyof Typed) => typed[field].trim() || null;
  return {
    method: typed.method,
    target: typed.target as ErpTarget,
    account: said('account'),
    debtorAccount: said('debtorAccount'),
    chargeBearer: said('chargeBearer'),
    serviceLevel: said('serviceLevel'),
    localInstrument: said('localInstrument'),
    categoryPurpose: said('categoryPurpose'),
    instructionPriority: said('instructionPriority'),
    batchBooking: typed.batchBooking ? typed.batchBooking === 'true' : null,
    referenceRule: said('referenceRule') as ErpMappingInput['referenceRule'],
    matchers: {
      ...Object.fromEntries(MATCHERS.map((field) => [field, said(field)])),
      ...Object.fromEntries(AMOUNTS.map((field) => [field, parseAmount(typed[field])])),
    },
    position: typed.position ? Number(typed.position) : null,
    ...Object.fromEntries(
      DATES.map((field) => [field, isPlainDate(typed[field]) ? typed[field] : null]),
    ),
    isEnabled: typed.isEnabled !== 'false',
  };
}

/** Amounts that are none; they are typed as people write them, 1.000,00 or 1,000.00. */
export const badAmounts = (typed: Typed) =>
  AMOUNTS.filter(
    (field) => typed[field].trim() && (parseAmount(typed[field])?.startsWith('-') ?? true),
  );

/** Days that are none; the fields hold them as YYYY-MM-DD, or as they were typed. */
export const badDates = (typed: Typed) =>
  DATES.filter((field) => typed[field] && !isPlainDate(typed[field]));
