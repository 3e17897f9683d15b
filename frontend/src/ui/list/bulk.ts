/**
 * One act on many rows: portion by portion, until all are reached or somebody stops it.
 * The server tells what became of every row.
 */
import type { TypedDocumentNode } from '@apollo/client';
import { dataClient } from '@/kernel/clients';

export interface BulkResult {
  id: string;
  label: string;
  outcome: 'DONE' | 'FAILED' | 'NOT_ELIGIBLE';
  code: string | null;
  message: string | null;
}

interface Portion {
  __typename: 'BulkResults';
  total: number | null;
  results: readonly BulkResult[];
  next: string | null;
}

interface Refusal {
  __typename: 'Problem';
  message: string;
}

/** What an act is done to: rows by their ids, or all that match a filter and were counted. */
export type Chosen = { readonly ids: readonly string[] } | { readonly matching: object; readonly expectedCount: number };

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
  /** A mutation with one field, which takes a `selection`. */
  document: TypedDocumentNode<object, { selection: object }>;
}

/** The act was refused as a whole, with the server's sentence. */
export class BulkRefused extends Error {}

export interface BulkProgress {
  reached: number;
  total: number | null;
}

/**
 * Do it. What was reached before a stop or a failure is returned too.
 * Throws BulkRefused when not even the first portion was accepted.
 */
export async function runBulk(action: BulkAction, chosen: Chosen, watch: { onProgress: (progress: BulkProgress) => void; isStopped: () => boolean }): Promise<{ results: readonly BulkResult[]; interrupted: unknown }> {
  const results: BulkResult[] = [];
  let [after, total]: [string | null, number | null] = [null, null];
  do {
    try {
      const portion = await askPortion(action, { ...chosen, ...(after ? { after } : {}) });
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

async function askPortion({ document }: BulkAction, selection: object): Promise<Portion> {
  const { data } = await dataClient.mutate({ mutation: document, variables: { selection }, fetchPolicy: 'no-cache' });
  const answer = Object.values((data ?? {}) as Record<string, Portion | Refusal>).find((each) => typeof each === 'object');
  if (answer?.__typename === 'BulkResults') return answer;
  throw new BulkRefused(answer?.message ?? '');
}
