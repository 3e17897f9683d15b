/** What the server found, as the palette shows it; no question is overtaken by the one before it. */
import { useEffect, useRef, useState } from 'react';
import { SearchDocument, type SearchKind, type SearchQuery } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { wordFor, type Words } from '@/kernel/i18n';
import { NOT_KEPT } from '@/kernel/policies';
import type { Entry, EntryGroup } from './entries';
import { holdsAll } from './entries';
import { kindWords, stateWords } from './labels';

type Group = SearchQuery['search']['groups'][number];
export type Hit = Group['hits'][number];

const WAIT_MS = 150;
/** The server answers shorter and longer ones with a refusal. */
const [SHORTEST, LONGEST] = [2, 200];

export interface Found {
  /** The text these are the answer to. */
  text: string;
  groups: readonly Group[];
  error?: unknown;
}

const NOTHING: Found = { text: '', groups: [] };

export const isWorthAsking = (text: string) => text.length >= SHORTEST && text.length <= LONGEST;

/** Look for a text once nobody types any more; `pending` until its own answer is there. */
export function useHits(text: string): { found: Found; pending: boolean } {
  const [found, setFound] = useState(NOTHING);
  const asks = isWorthAsking(text);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    if (!asks) {
      setFound(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    const answer = (next: Omit<Found, 'text'>) => {
      if (!stop.signal.aborted && latest.current === text) setFound({ text, ...next });
    };
    const wait = setTimeout(() => {
      dataClient
        .query({
          query: SearchDocument,
          variables: { text },
          fetchPolicy: NOT_KEPT,
          context: { fetchOptions: { signal: stop.signal } },
        })
        .then(
          ({ data }) => answer({ groups: data?.search.groups ?? [] }),
          (error: unknown) => answer({ groups: [], error }),
        );
    }, WAIT_MS);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [text, asks]);
  return { found, pending: asks && found.text !== text };
}

const ICONS: Readonly<Record<SearchKind, { icon: string }>> = {
  JOURNAL: { icon: 'book' },
  PAYMENT: { icon: 'money-bill' },
  TRANSACTION: { icon: 'list' },
  STATEMENT: { icon: 'file' },
  ACCOUNT: { icon: 'wallet' },
  UPLOAD: { icon: 'upload' },
  MESSAGE: { icon: 'bell' },
  USER: { icon: 'user' },
};

/** A hit as something to choose. */
export function entryOf(hit: Hit): Entry {
  return {
    key: `${hit.kind}:${hit.id}`,
    label: hit.title,
    ...ICONS[hit.kind],
    hit,
    choice: hit.address,
  };
}

/**
 * The answer in groups. While the next one is on its way, those stay that fit what is typed
 * now: whatever can be chosen is what was asked for.
 */
export function groupsOf(
  { text: asked, groups }: Found,
  text: string,
  words: Words<typeof kindWords>,
): readonly EntryGroup[] {
  return groups
    .map(({ kind, hits, more }) => ({
      key: kind,
      name: words[kind],
      more: more && asked === text,
      entries: hits
        .filter((hit) => asked === text || holdsAll(`${hit.title} ${hit.detail}`, text))
        .map(entryOf),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The one record whose id or reference the whole text is, if there is one and no other of its kind. */
export function theOne({ groups }: Found): Hit | null {
  const exact = groups[0]?.hits.filter((hit) => hit.exact) ?? [];
  return exact.length === 1 ? (exact[0] ?? null) : null;
}

/** Details in words, without what the title says already: a state's code is told in the person's language. */
export function detailOf(hit: Hit, words: Words<typeof stateWords>): string {
  return hit.detail
    .split(' · ')
    .filter((part) => part !== hit.title)
    .map((part) => wordFor(words, part))
    .join(' · ');
}
