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
  type OpenItemPartInput,
  type ToChooseQuery,
} from '@/generated/graphql';
import { difference, negated, signOf } from '@/kernel/money';
import { DECIDED_BY, UNTOLD } from '@/kernel/policies';
import type { QueryView } from '@/ui';
import {
  besideOf,
  ofEntry,
  ofItem,
  ofPayment,
  partlySettled,
  partOf,
  restOf,
  type Choosable,
} from './choosable';

interface Choice {
  entryId: string;
  ticked: readonly Choosable[];
  text: string;
  reason: DifferenceReason | '';
  note: string;
  /** The id of the open item of which the rest stays open; empty where none does. */
  partly: string;
}

/** What is said of the rest. */
export interface Told {
  difference: MatchDifferenceInput | null;
  parts: OpenItemPartInput[];
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
  /** Whether what is left is more than a difference may be. */
  isBeyond: boolean;
  told: Told;
}

const NOTHING = { ticked: [], text: '', reason: '', note: '', partly: '' } as const;

export function useChoosing(
  entry: DeskEntryFragment | undefined,
  mayChoose: boolean,
  known: ReadonlySet<string>,
): Choosing {
  const entryId = entry?.id ?? '';
  const [kept, keep] = useState<Choice>({ entryId, ...NOTHING });
  const choice = kept.entryId === entryId ? kept : { entryId, ...NOTHING };
  const limit = useQuery(DifferenceLimitDocument, { fetchPolicy: UNTOLD }).data?.differenceLimit;
  const { ticked, reason, note, partly } = choice;
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
    ...(query.data?.openItems ?? []).map((item) => ofItem(item, entry)),
    ...(entries.data?.entriesToChoose ?? []).map(ofEntry),
  ];
  const others = [
    ...ticked.filter(({ key }) => !known.has(key) && !found.some((one) => one.key === key)),
    ...found.filter(({ key }) => !known.has(key)),
  ];
  const rest = entry ? restOf(entry, ticked) : '0';
  const parts = entry ? partlySettled(entry, ticked) : [];
  const part = parts.find(({ id }) => id === partly);
  const isBeyond =
    signOf(difference(limit?.amount ?? '0', signOf(rest) < 0 ? negated(rest) : rest)) < 0;
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
      : signOf(rest) === 0 || part
        ? 'nothing'
        : lackingOf(isBeyond, parts.length > 0, reason, note),
    isBeyond,
    told: part
      ? {
          difference: null,
          parts: [{ openItemId: part.id, amount: partOf(part, rest) }],
        }
      : {
          difference:
            signOf(rest) === 0 || !reason
              ? null
              : { amount: rest, reason, note: note.trim() || null },
          parts: [],
        },
  };
}

function lackingOf(isBeyond: boolean, hasParts: boolean, reason: string, note: string): Lacking {
  if (isBeyond) return hasParts ? 'reason' : 'limit';
  if (!reason) return 'reason';
  return reason === 'OTHER' && !note.trim() ? 'note' : 'nothing';
}
