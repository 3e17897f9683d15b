/** What a person has ticked for an entry, what is left of it, and what else they may tick. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  DifferenceLimitDocument,
  EntriesToChooseDocument,
  ToChooseDocument,
  type DeskEntryFragment,
  type DifferenceReason,
  type MatchDifferenceInput,
  type ToChooseQuery,
} from '@/generated/graphql';
import { difference, negated, signOf } from '@/kernel/money';
import { DECIDED_BY, UNTOLD } from '@/kernel/policies';
import type { QueryView } from '@/ui';
import { besideOf, ofEntry, ofItem, ofPayment, restOf, type Choosable } from './choosable';

interface Choice {
  entryId: string;
  ticked: readonly Choosable[];
  text: string;
  reason: DifferenceReason | '';
  note: string;
}

/** What stands between what is ticked and its match. */
export type Lacking = 'nothing' | 'counterpart' | 'limit' | 'reason' | 'note';

export interface Choosing {
  choice: Choice;
  change: (changes: Partial<Choice>) => void;
  tick: (one: Choosable) => readonly Choosable[];
  query: QueryView<ToChooseQuery>;
  /** Payments and open items that are found, each in its place; before them what was ticked and is
   * not found any more. */
  counterparts: readonly Choosable[];
  /** The same of other entries. */
  beside: readonly Choosable[];
  /** The largest difference; null until it is known. */
  limit: string | null;
  lacking: Lacking;
  /** What is left, with its reason; null where nothing is. */
  told: MatchDifferenceInput | null;
}

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
  const { ticked, reason, note } = choice;
  const asked = { id: entryId, text: choice.text || null };
  const query = useQuery(ToChooseDocument, {
    variables: { ...asked, beside: besideOf(ticked) },
    skip: !mayChoose,
    fetchPolicy: DECIDED_BY,
  });
  // Asked apart: they stay where they are while one of them is ticked.
  const entries = useQuery(EntriesToChooseDocument, {
    variables: asked,
    skip: !mayChoose,
    fetchPolicy: DECIDED_BY,
  });
  const change: Choosing['change'] = (changes) =>
    keep((now) => ({ ...(now.entryId === entryId ? now : { entryId, ...NOTHING }), ...changes }));
  const isTicked = (key: string) => ticked.some((one) => one.key === key);
  const found = [
    ...(query.data?.unbookedPayments ?? []).map(ofPayment),
    ...(query.data?.openItems ?? []).map(ofItem),
    ...(entries.data?.entriesToChoose ?? []).map(ofEntry),
  ];
  const others = [
    ...ticked.filter(({ key }) => !known.has(key) && !found.some((one) => one.key === key)),
    ...found.filter(({ key }) => !known.has(key)),
  ];
  const rest = entry ? restOf(entry, ticked) : '0';
  return {
    choice,
    change,
    tick: (one) => {
      const next = isTicked(one.key)
        ? ticked.filter(({ key }) => key !== one.key)
        : [...ticked, one];
      change({ ticked: next });
      return next;
    },
    query,
    counterparts: mayChoose ? others.filter(({ kind }) => kind !== 'ENTRY') : [],
    beside: mayChoose ? others.filter(({ kind }) => kind === 'ENTRY') : [],
    limit: limit?.amount ?? null,
    lacking: ticked.every(({ kind }) => kind === 'ENTRY')
      ? 'counterpart'
      : lackingOf(rest, limit?.amount ?? '0', reason, note),
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
