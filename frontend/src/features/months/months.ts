/** What the lines and the calendar of a month show. */
import type { AccountMonthLineFragment, StatementDayMark } from '@/generated/graphql';
import { isWeekend, today, type PlainDate } from '@/kernel/dates';
import type { Tone } from '@/ui';
import type { MonthUrlFilter } from './paths';

type Day = AccountMonthLineFragment['days'][number];
export type Sign = Day['state'] | StatementDayMark;

/** A shape of its own for each, so that none is told by its colour alone. */
export const SIGNS: Readonly<Record<Sign, readonly [icon: string, tone: Tone]>> = {
  RECEIVED: ['check', 'good'],
  EMPTY: ['circle', 'good'],
  UNCHANGED: ['minus', 'neutral'],
  MISSING: ['times', 'bad'],
  AWAITED: ['hourglass', 'neutral'],
  CLOSED: ['moon', 'neutral'],
  BEFORE: ['ellipsis-h', 'neutral'],
  GAP: ['arrows-h', 'bad'],
  BREAK: ['exclamation-triangle', 'bad'],
  DISPUTED: ['question-circle', 'warn'],
  REPLACED: ['history', 'info'],
  POSSIBLE_DUPLICATE: ['clone', 'warn'],
};

/** The gravest thing to say of a day. */
export const signOfDay = ({ marks, state }: Day): Sign => marks[0] ?? state;

/** Whether there is something to open: a statement that tells of the day, or an entry. */
export const isTold = ({ entries, marks, state }: Day): boolean =>
  state === 'RECEIVED' || state === 'EMPTY' || marks.length > 0 || entries > 0;

export const missingDays = ({ days }: AccountMonthLineFragment): number =>
  days.filter(({ state }) => state === 'MISSING').length;

/** Whether the month is over, and statements of it are not here: late or not. */
export const isShort = ({ days, isComplete }: AccountMonthLineFragment): boolean =>
  isComplete === false && (days.at(-1)?.date ?? '') < today();

/** Whether the month can be closed as it is; the server says the same. */
export const isWhole = ({ isComplete, addsUp }: AccountMonthLineFragment): boolean =>
  isComplete === true && addsUp !== false;

/** Whether it can be confirmed without a reason of the confirmer's. */
export const needsNoMore = (line: AccountMonthLineFragment): boolean =>
  isWhole(line) || Boolean(line.proposed?.reason);

const PARTS = [
  'entries',
  'unmatched',
  'total',
  'closing',
  'differences',
  'difference',
  'isComplete',
  'addsUp',
] as const;
type Part = (typeof PARTS)[number];

/** What a month holds that it did not when somebody proposed to close it. */
export const changedSince = (line: AccountMonthLineFragment): readonly Part[] => {
  const { proposed } = line;
  return proposed ? PARTS.filter((part) => proposed[part] !== line[part]) : [];
};

/** What the person may do about one line. */
export type Act = 'close' | 'propose' | 'confirm' | 'reject' | 'withdraw' | 'reopen';

export function actsOn(
  { closed, proposed }: AccountMonthLineFragment,
  { isOver, needsSecond }: { isOver: boolean; needsSecond: boolean },
): readonly Act[] {
  if (closed) return ['reopen'];
  if (!proposed) return isOver ? [needsSecond ? 'propose' : 'close'] : [];
  if (proposed.isOwn) return ['withdraw'];
  return proposed.obstacle ? [] : ['confirm', 'reject'];
}

const HOLDS: Readonly<
  Record<NonNullable<MonthUrlFilter['show']>, (line: AccountMonthLineFragment) => boolean>
> = {
  MISSING: (line) => missingDays(line) > 0 || isShort(line),
  BREAKS: ({ addsUp }) => addsUp === false,
  UNMATCHED: ({ unmatched }) => unmatched > 0,
  PROPOSED: ({ proposed }) => proposed !== null,
};

/** The lines that a filter leaves. */
export const linesShown = (
  lines: readonly AccountMonthLineFragment[],
  { account, show }: MonthUrlFilter,
): readonly AccountMonthLineFragment[] =>
  lines.filter(
    (line) =>
      (account.length === 0 || account.includes(line.account.id)) && (!show || HOLDS[show](line)),
  );

/** The days of the calendar: those a bank may be open on, and others on which something is told. */
export function daysShown(lines: readonly AccountMonthLineFragment[]): readonly PlainDate[] {
  const days = lines[0]?.days ?? [];
  return days
    .map(({ date }) => date)
    .filter(
      (date, at) =>
        !isWeekend(date) ||
        lines.some(({ days: own }) => {
          const day = own[at];
          return day !== undefined && (day.entries > 0 || day.marks.length > 0);
        }),
    );
}

/** The signs that the calendar shows, in the order in which they are explained. */
export function signsShown(
  lines: readonly AccountMonthLineFragment[],
  dates: readonly PlainDate[],
): readonly Sign[] {
  const shown = new Set(dates);
  const found = new Set(
    lines.flatMap(({ days }) =>
      days.filter(({ date }) => shown.has(date)).flatMap(({ state, marks }) => [state, ...marks]),
    ),
  );
  return (Object.keys(SIGNS) as Sign[]).filter((sign) => found.has(sign));
}
