/** Moves rules in their order: one step past what is shown beside them, to a place, or where they are let go. */
import { useMutation } from '@apollo/client/react';
import { useEffect, useMemo, useRef, useState, type DragEvent, type RefObject } from 'react';
import {
  MoveRuleDocument,
  type MoveRuleMutationVariables,
  type RuleLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import type { useList } from '@/ui';
import type { Moving } from './components/Place';
import { labels } from './labels';
import { useRuleAct } from './useRuleAct';

type Rules = ReturnType<typeof useList<never, RuleLineFragment>>;

interface MovingRules {
  moving: Moving | null;
  /** The rule whose place is asked for. */
  chosen: RuleLineFragment | null;
  setChosen: (rule: RuleLineFragment | null) => void;
  toPlace: (rule: RuleLineFragment, place: number) => Promise<unknown>;
  /** For the element around the list. */
  drops: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
  root: RefObject<HTMLElement | null>;
}

export function useMoving({ rowAt, rankOf, seen }: Rules): MovingRules {
  const words = useLabels(labels);
  const act = useRuleAct();
  const mayChange = useMay('rules.change');
  const [send] = useMutation(MoveRuleDocument);
  const [chosen, setChosen] = useState<RuleLineFragment | null>(null);
  const [stepped, setStepped] = useState<{ id: string; by: -1 | 0 | 1 } | null>(null);
  const pulled = useRef<RuleLineFragment | null>(null);
  const root = useRef<HTMLElement>(null);
  const now = useRef({ rowAt, rankOf });
  useEffect(() => {
    now.current = { rowAt, rankOf };
    // A row that stands elsewhere was drawn anew, and has lost the focus; at either end one button can go no further.
    const buttons = stepped && [
      ...(root.current?.querySelectorAll<HTMLButtonElement>(
        `[data-rule="${stepped.id}"] [data-step]`,
      ) ?? []),
    ];
    if (
      !buttons ||
      (document.activeElement !== document.body && document.activeElement?.isConnected)
    )
      return;
    (
      buttons.find((each) => each.dataset['step'] === String(stepped.by) && !each.disabled) ??
      buttons.findLast((each) => !each.disabled)
    )?.focus();
  });
  const { numberFormat } = useNotation();
  const move = async (variables: MoveRuleMutationVariables, done: string) =>
    act(async () => (await send({ variables })).data?.moveRule, done);
  const movedTo = ({ name }: RuleLineFragment, place: number) =>
    words.moved(name, formatCount(place, numberFormat));
  const moving = useMemo<Moving | null>(
    () =>
      mayChange
        ? {
            count: seen.count ?? 0,
            step: (rule, by) => {
              const neighbour = now.current.rowAt(now.current.rankOf(rule.id) + by);
              setStepped({ id: rule.id, by });
              const place = neighbour?.place ?? rule.place + by;
              void move(
                {
                  id: rule.id,
                  ...(neighbour ? { [by < 0 ? 'before' : 'after']: neighbour.id } : { place }),
                },
                movedTo(rule, place),
              );
            },
            choose: setChosen,
            pull: (rule, { currentTarget, dataTransfer }) => {
              pulled.current = rule;
              dataTransfer.setData('text/plain', rule.name);
              const row = currentTarget.closest('tr');
              if (row) dataTransfer.setDragImage(row, 0, 0);
            },
          }
        : null,
    // What moves is the same in every drawing; words and rights are what differs.
    // oxlint-disable-next-line react/exhaustive-deps
    [mayChange, seen.count, words],
  );
  const target = ({ target: over }: DragEvent) => {
    const row = over instanceof Element && over.closest<HTMLElement>('tr[data-rank]');
    return row ? rowAt(Number(row.dataset['rank'])) : undefined;
  };
  const drops = {
    onDragOver: (event: DragEvent) => {
      if (pulled.current && target(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const [rule, other] = [pulled.current, target(event)];
      pulled.current = null;
      if (!rule || !other || other.id === rule.id) return;
      event.preventDefault();
      void move(
        { id: rule.id, [other.place < rule.place ? 'before' : 'after']: other.id },
        movedTo(rule, other.place),
      );
    },
  };
  const toPlace: MovingRules['toPlace'] = async ({ id }, place) => {
    setStepped({ id, by: 0 });
    return move({ id, place }, words.movedFar);
  };
  return { moving, chosen, setChosen, toPlace, drops, root };
}
