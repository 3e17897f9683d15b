/** What versions of a statement are to each other, and what differs between their entries. Pure. */
import type {
  EntriesOfVersionQuery,
  StatementStripFragment,
  StatementVersionFragment,
} from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { difference, signedBy, signOf } from '@/kernel/money';
import type { DateFormat } from '@/kernel/preferences';

/** An entry as far as it is compared. */
export interface ComparedEntry {
  bookingDate: string | null;
  valueDate: string | null;
  /** Signed: a debit is negative. */
  amount: string;
  currency: string;
  counterparty: string | null;
  text: string | null;
}

export interface Change {
  was: ComparedEntry | null;
  now: ComparedEntry | null;
}

type EntryOfVersion = EntriesOfVersionQuery['transactions']['edges'][number]['node'];

const COUNTED: ReadonlySet<StatementVersionFragment['status']> = new Set(['CURRENT', 'REPLACED']);

/** The versions that say something of their own; what repeats another is none. */
export function countedVersions(
  versions: readonly StatementVersionFragment[],
): readonly StatementVersionFragment[] {
  return versions.filter(({ status }) => COUNTED.has(status));
}

/** "Version 2 of 2", where there are several and this is one of them. */
export function placeOf({
  id,
  versions,
}: Pick<StatementStripFragment, 'id' | 'versions'>): { number: number; of: number } | null {
  const counted = countedVersions(versions);
  const at = counted.findIndex((version) => version.id === id);
  return at >= 0 && counted.length > 1 ? { number: at + 1, of: counted.length } : null;
}

/** The version that counts, of those that a statement belongs to. */
export function currentOf(
  versions: readonly StatementVersionFragment[],
): StatementVersionFragment | null {
  return versions.find(({ status }) => status === 'CURRENT') ?? null;
}

/** What differs is told between a replaced version and the one that counts: of this statement, or of the one before it. */
export function comparisonOf({
  id,
  status,
  versions,
}: Pick<StatementStripFragment, 'id' | 'status' | 'versions'>): {
  old: StatementVersionFragment;
  current: StatementVersionFragment;
} | null {
  const current = currentOf(versions);
  const replaced = versions.filter((version) => version.status === 'REPLACED');
  const old =
    status === 'REPLACED'
      ? replaced.find((version) => version.id === id)
      : status === 'CURRENT' && current?.id === id
        ? replaced.at(-1)
        : undefined;
  return current && old ? { old, current } : null;
}

/** An entry of the version that counts, as it is compared. */
export function asCompared(entry: EntryOfVersion): ComparedEntry {
  const { amount, direction, counterparty, remittance, reference, additionalInformation } = entry;
  return {
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    amount: signedBy(amount.amount, direction),
    currency: amount.currency,
    counterparty: counterparty.name,
    text: remittance ?? reference ?? additionalInformation,
  };
}

/** Whether another version told of this entry too. */
export const isToldBy = (entry: EntryOfVersion, version: string): boolean =>
  [entry, ...entry.witnesses].some(({ statement }) => statement.id === version);

const plain = (words: string | null) => words?.toLowerCase().replaceAll(/\s+/g, ' ').trim() ?? '';
const dayOf = (entry: ComparedEntry) => entry.bookingDate ?? entry.valueDate ?? '';
const isSigned = (entry: ComparedEntry) => entry.amount.startsWith('-');
const sameParty = (one: ComparedEntry, other: ComparedEntry) =>
  plain(one.counterparty) !== '' && plain(one.counterparty) === plain(other.counterparty);
const sameText = (one: ComparedEntry, other: ComparedEntry) =>
  plain(one.text) !== '' && plain(one.text) === plain(other.text);
const sameMoney = (one: ComparedEntry, other: ComparedEntry) =>
  one.currency === other.currency && signOf(difference(one.amount, other.amount)) === 0;
const sameWay = (one: ComparedEntry, other: ComparedEntry) =>
  one.currency === other.currency && isSigned(one) === isSigned(other);

const isEqual = (one: ComparedEntry, other: ComparedEntry) =>
  sameMoney(one, other) &&
  dayOf(one) === dayOf(other) &&
  one.valueDate === other.valueDate &&
  plain(one.counterparty) === plain(other.counterparty) &&
  plain(one.text) === plain(other.text);

/** The surest pairs first: a correction usually changes one thing and leaves the rest. */
const PASSES: readonly ((one: ComparedEntry, other: ComparedEntry) => boolean)[] = [
  isEqual,
  (one, other) => sameParty(one, other) && sameText(one, other) && sameWay(one, other),
  (one, other) => sameText(one, other) && sameWay(one, other),
  (one, other) => sameMoney(one, other) && dayOf(one) === dayOf(other),
  (one, other) => sameParty(one, other) && sameWay(one, other) && dayOf(one) === dayOf(other),
  (one, other) => sameMoney(one, other) && sameParty(one, other),
];

/** What was added, changed and removed: a removed entry and an added one of the same counterparty or text are one that changed. */
export function changesBetween(
  removed: readonly ComparedEntry[],
  added: readonly ComparedEntry[],
): readonly Change[] {
  const left = new Set(removed);
  const right = new Set(added);
  const changed: Change[] = [];
  for (const fits of PASSES) {
    for (const was of left) {
      const now = [...right].find((entry) => fits(was, entry));
      if (!now) continue;
      left.delete(was);
      right.delete(now);
      // Two statements that contradict each other share most of their entries.
      if (fits !== isEqual) changed.push({ was, now });
    }
  }
  const all = [
    ...changed,
    ...[...left].map((was) => ({ was, now: null })),
    ...[...right].map((now) => ({ was: null, now })),
  ];
  const place = ({ was, now }: Change) => dayOf((now ?? was) as ComparedEntry);
  return all.toSorted((one, other) => place(one).localeCompare(place(other)));
}

/** A moment as the bank writes it, in its own zone; what is no ISO moment stays as it is. */
export function bankMoment(value: string | null, format: DateFormat): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(value ?? '') ?? [];
  return day ? [formatDate(day, format), time].filter(Boolean).join(' ') : value;
}

/** What a statement is called: the number the bank gave it, or its id. */
export const nameOf = ({
  sequence,
  bankId,
}: {
  sequence: string | null;
  bankId: string | null;
}): string | null => (sequence ? `#${sequence}` : bankId);
