/** The two sides of the desk: which entry is chosen, which of its candidates, and what keys do. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { MatchCandidatesDocument, type DeskEntryFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { DECIDED_BY } from '@/kernel/policies';
import { announce } from '@/ui';
import { labels } from '../labels';
import { useDeskKeys, type DeskAct } from '../useDeskKeys';
import { useMatching } from '../useMatching';
import { Candidates, candidateName } from './Candidates';
import { EntryRows } from './EntryRows';

const isOpen = (entry: DeskEntryFragment) => entry.reconciliation.state === 'OPEN';

export function Desk({
  entries,
  more,
  mayMatch,
}: {
  entries: readonly DeskEntryFragment[];
  more: (() => void) | null;
  mayMatch: boolean;
}) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const matching = useMatching();
  const [chosenId, choose] = useState<string | null>(null);
  const [place, setPlace] = useState({ entryId: '', index: 0 });
  const [isBusy, setBusy] = useState(false);
  const running = useRef(Promise.resolve());
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // What was chosen may be gone from the list: the first that is left to match takes its place.
  const found = entries.findIndex(({ id }) => id === chosenId);
  const at = found >= 0 ? found : Math.max(entries.findIndex(isOpen), 0);
  const entry = entries[at];
  const query = useQuery(MatchCandidatesDocument, {
    variables: { id: entry?.id ?? '' },
    skip: !entry || !isOpen(entry),
    fetchPolicy: DECIDED_BY,
  });
  const candidates = (entry && isOpen(entry) && query.data?.matchCandidates) || [];
  const index =
    place.entryId === entry?.id ? Math.min(place.index, Math.max(candidates.length - 1, 0)) : 0;

  const nextOpen = entries.slice(at + 1).find(isOpen) ?? entries.slice(0, at).find(isOpen);
  const nextId = nextOpen?.id;
  useEffect(() => {
    // The next one's candidates are here before somebody comes to it.
    if (nextId)
      client
        .query({ query: MatchCandidatesDocument, variables: { id: nextId } })
        .catch(() => undefined);
  }, [client, nextId]);
  useEffect(() => {
    if (more && at >= entries.length - 10) more();
    // Asked once for each page that is here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, entries.length]);
  const best = candidates[0];
  const said = best ? words.found(candidates.length, candidateName(best, words)) : null;
  const [isHere, entryId] = [query.data !== undefined, entry?.id];
  useEffect(() => {
    if (isHere) announce(said ?? words.noCandidates);
  }, [entryId, isHere, said, words]);

  const go = (to: number) => {
    const next = entries[to];
    if (!next) return;
    choose(next.id);
    list.current?.focus({ preventScroll: true });
  };
  /** One after the other: whoever is quicker than the server is waited for, not passed over. */
  const run = (act: () => Promise<void>) => {
    running.current = running.current.then(async () => {
      setBusy(true);
      await act();
      setBusy(false);
    });
  };
  const accept = (which: number) => {
    const candidate = candidates[which];
    if (!entry || !candidate || !mayMatch || isBusy) return;
    const after =
      nextOpen?.id === candidate.transaction?.id
        ? entries.slice(at + 1).find((one) => isOpen(one) && one.id !== candidate.transaction?.id)
        : nextOpen;
    // It stays chosen when somebody else was first, and shows who.
    choose(entry.id);
    setBusy(true);
    run(async () => {
      if ((await matching.match(entry.id, candidate)) && after) choose(after.id);
      list.current?.focus({ preventScroll: true });
    });
  };
  const undo = () => {
    if (!mayMatch) return;
    run(async () => {
      const undone = await matching.undo();
      if (undone) choose(undone);
    });
  };
  const acts: Readonly<Record<DeskAct, () => void>> = {
    next: () => go(at + 1),
    previous: () => go(at - 1),
    nextCandidate: () =>
      setPlace({ entryId: entry?.id ?? '', index: Math.min(index + 1, candidates.length - 1) }),
    previousCandidate: () => setPlace({ entryId: entry?.id ?? '', index: Math.max(index - 1, 0) }),
    accept: () => accept(index),
    undo,
    search: () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  };
  useDeskKeys(root, (meaning) => acts[meaning]());
  if (!entry) return null;
  return (
    <div ref={root} className="rec-desk">
      <EntryRows ref={list} entries={entries} at={at} onChoose={go} more={more} />
      <Candidates
        entry={entry}
        candidates={candidates}
        query={query}
        index={index}
        isBusy={isBusy}
        mayMatch={mayMatch}
        onMatch={accept}
        onUnmatch={() => run(async () => void (await matching.unmatch(entry.id)))}
      />
    </div>
  );
}
