/**
 * One act on many rows: portion by portion, until all are reached or somebody stops it.
 * The server tells what became of every row.
 */
import type { TypedDocumentNode } from '@apollo/client';
import type { ComponentType } from 'react';
import { dataClient } from '@/kernel/clients';
import { NOT_KEPT } from '@/kernel/policies';
import type { Refused } from './refused';

export interface BulkResult extends Refused {
  id: string;
  label: string;
  outcome: 'DONE' | 'FAILED' | 'NOT_ELIGIBLE';
}

interface Portion {
  __typename: 'BulkResults';
  total: number | null;
  results: readonly BulkResult[];
  next: string | null;
}

interface Refusal {
  __typename: 'Problem';
  code?: string;
  message: string;
}

/** What an act is done to: rows by their ids, or all that match a filter and were counted. */
export type Chosen =
  | { readonly ids: readonly string[] }
  | { readonly matching: object; readonly expectedCount: number };

/** Files of the chosen rows, taken at once; only rows named one by one can be asked for. */
export interface BulkFiles {
  label: string;
  icon: string;
  /** Where a ticket is had, and the name that the ids go by. */
  path: string;
  ids: string;
}

export interface BulkAction {
  key: string;
  label: string;
  icon: string;
  danger?: boolean;
  /** What it means, told before it is done. */
  help: string;
  /** A mutation with one field, which takes a `selection` unless `variables` says otherwise. */
  document: TypedDocumentNode<object, never>;
  /** Asks in a way of its own, where more must be seen or said than the help. */
  Ask?: ComponentType<AskProps>;
  /** What the mutation is given instead of a `selection`. */
  variables?: (after: string | null, chosen: Chosen) => object;
}

/**
 * What an act's own question is about; `onEnded` shows what became of each row, or lets them go
 * with null where one outcome held for all and was told.
 */
export interface AskProps {
  action: BulkAction;
  chosen: Chosen;
  count: number;
  onClose: () => void;
  onEnded: (results: readonly BulkResult[] | null) => void;
}

/** The act was refused as a whole. */
export class BulkRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message ?? '');
    this.refused = refused;
  }
}

export interface BulkProgress {
  reached: number;
  total: number | null;
}

/**
 * Do it. What was reached before a stop or a failure is returned too.
 * Throws BulkRefused when not even the first portion was accepted.
 */
export async function runBulk(
  action: BulkAction,
  chosen: Chosen,
  watch: { onProgress: (progress: BulkProgress) => void; isStopped: () => boolean },
): Promise<{ results: readonly BulkResult[]; interrupted: unknown }> {
  const results: BulkResult[] = [];
  let [after, total]: [string | null, number | null] = [null, null];
  do {
    try {
      const portion = await askPortion(action, chosen, after);
      total ??= portion.total;
      results.push(...portion.results);
      after = portion.next;
    } catch (error) {
      if (results.length === 0) throw error;
      return { results, interrupted: error };
    }
    watch.onProgress({ reached: results.length, total });
  } while (after !== null && !watch.isStopped());
  return { results, interrupted: undefined };
}

async function askPortion(
  { document, variables }: BulkAction,
  chosen: Chosen,
  after: string | null,
): Promise<Portion> {
  const given = variables?.(after, chosen) ?? {
    selection: { ...chosen, ...(after ? { after } : {}) },
  };
  const { data } = await dataClient.mutate({
    mutation: document,
    variables: given as never,
    fetchPolicy: NOT_KEPT,
  });
  const answer = Object.values((data ?? {}) as Record<string, Portion | Refusal>).find(
    (each) => typeof each === 'object',
  );
  if (answer?.__typename === 'BulkResults') return answer;
  throw new BulkRefused({ code: answer?.code ?? null, message: answer?.message ?? '' });
}
