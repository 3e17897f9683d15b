/** What a person has ticked for an entry, what is left of it, and what else they may tick. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  DifferenceLimitDocument,
  UnbookedPaymentsDocument,
  type DeskEntryFragment,
  type DeskPaymentFragment,
  type DifferenceReason,
  type MatchDifferenceInput,
  type UnbookedPaymentsQuery,
} from '@/generated/graphql';
import { difference, negated, signOf } from '@/kernel/money';
import { DECIDED_BY, UNTOLD } from '@/kernel/policies';
import type { QueryView } from '@/ui';

interface Choice {
  entryId: string;
  ticked: readonly DeskPaymentFragment[];
  text: string;
  reason: DifferenceReason | '';
  note: string;
}

/** What stands between what is ticked and its match. */
export type Lacking = 'nothing' | 'limit' | 'reason' | 'note';

export interface Choosing {
  choice: Choice;
  change: (changes: Partial<Choice>) => void;
  tick: (payment: DeskPaymentFragment) => readonly DeskPaymentFragment[];
  query: QueryView<UnbookedPaymentsQuery>;
  /** Those found, each in its place; before them what was ticked and is not found any more. */
  payments: readonly DeskPaymentFragment[];
  /** The largest difference; null until it is known. */
  limit: string | null;
  lacking: Lacking;
  /** What is left, with its reason; null where nothing is. */
  told: MatchDifferenceInput | null;
}

export const sumOf = (payments: readonly DeskPaymentFragment[]) =>
  payments.reduce((sum, { amount }) => difference(sum, negated(amount.amount)), '0');

/** By how much the entry is more than what is ticked. */
export const restOf = (entry: DeskEntryFragment, ticked: readonly DeskPaymentFragment[]) =>
  difference(entry.amount.amount, sumOf(ticked));

const NOTHING = { ticked: [], text: '', reason: '', note: '' } as const;

export function useChoosing(
  entry: DeskEntryFragment | undefined,
  mayChoose: boolean,
  known: ReadonlySet<string>,
): Choosing {
  const entryId = entry?.id ?? '';
  const [kept, keep] = useState<Choice>({ entryId, ...NOTHING });
  const choice = kept.entryId === entryId ? kept : { entryId, ...NOTHING };
  const limit = useQuery(DifferenceLimitDocument, { fetchPolicy: UNTOLD }).data?.differenceLimit;
  const query = useQuery(UnbookedPaymentsDocument, {
    variables: { id: entryId, text: choice.text || null },
    skip: !mayChoose,
    fetchPolicy: DECIDED_BY,
  });
  const { ticked, reason, note } = choice;
  const change: Choosing['change'] = (changes) =>
    keep((now) => ({ ...(now.entryId === entryId ? now : { entryId, ...NOTHING }), ...changes }));
  const isTicked = (id: string) => ticked.some((one) => one.id === id);
  const found = query.data?.unbookedPayments ?? [];
  const rest = entry ? restOf(entry, ticked) : '0';
  return {
    choice,
    change,
    tick: (payment) => {
      const next = isTicked(payment.id)
        ? ticked.filter(({ id }) => id !== payment.id)
        : [...ticked, payment];
      change({ ticked: next });
      return next;
    },
    query,
    payments: mayChoose
      ? [
          ...ticked.filter(({ id }) => !known.has(id) && !found.some((one) => one.id === id)),
          ...found.filter(({ id }) => !known.has(id)),
        ]
      : [],
    limit: limit?.amount ?? null,
    lacking: lackingOf(rest, limit?.amount ?? '0', reason, note),
    told:
      signOf(rest) === 0 || !reason ? null : { amount: rest, reason, note: note.trim() || null },
  };
}

function lackingOf(rest: string, limit: string, reason: string, note: string): Lacking {
  if (signOf(rest) === 0) return 'nothing';
  if (signOf(difference(limit, signOf(rest) < 0 ? negated(rest) : rest)) < 0) return 'limit';
  if (!reason) return 'reason';
  return reason === 'OTHER' && !note.trim() ? 'note' : 'nothing';
}
