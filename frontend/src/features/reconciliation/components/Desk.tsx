/** The two sides of the desk: which entry is chosen, which of its candidates, and what keys do. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { MatchCandidatesDocument, type DeskEntryFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { DECIDED_BY } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { announce, BulkResults, Button, type BulkResult } from '@/ui';
import { besideOf, ofCandidate, restOf, sumOf, type Choosable } from '../choosable';
import { labels } from '../labels';
import { useChoosing } from '../useChoosing';
import { useDeskKeys, type DeskAct } from '../useDeskKeys';
import type { Matching } from '../useMatching';
import { AcceptDialog } from './AcceptDialog';
import { Candidates, candidateName } from './Candidates';
import { FIND_ID, NOTE_ID, REASON_ID } from './Choosing';
import { EntryRows } from './EntryRows';

/** As many as the server takes in one selection. */
const MOST_AT_ONCE = 1000;
const isOpen = (entry: DeskEntryFragment) => entry.reconciliation.state === 'OPEN';

const toSearch = () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus();

/** Where no entry is left, the last match is still taken back by its key, and a search begun. */
export function NoEntryKeys({ undo }: { undo: Matching['undo'] | null }) {
  useDeskKeys(useRef(null), { search: toSearch, ...(undo && { undo: () => void undo() }) });
  return null;
}

export function Desk({
  entries,
  more,
  matching,
  mayMatch,
}: {
  entries: readonly DeskEntryFragment[];
  more: (() => void) | null;
  matching: Matching;
  mayMatch: boolean;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const client = useApolloClient();
  const [chosenId, choose] = useState<string | null>(null);
  const [place, setPlace] = useState({ entryId: '', index: 0 });
  const [accepting, setAccepting] = useState<readonly string[] | null>(null);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
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
  const mayChoose = mayMatch && entry !== undefined && isOpen(entry);
  const offered = candidates.flatMap((candidate) => ofCandidate(candidate)?.key ?? []);
  const choosing = useChoosing(entry, mayChoose, new Set(offered));
  const others = [...choosing.counterparts, ...choosing.beside];
  const places = candidates.length + others.length;
  const index = place.entryId === entry?.id ? Math.min(place.index, Math.max(places - 1, 0)) : 0;

  /** The next entry to match, were these matched. */
  const nextOpen = (matched: readonly string[] = []) =>
    [...entries.slice(at + 1), ...entries.slice(0, at)].find(
      (one) => isOpen(one) && !matched.includes(one.id),
    );
  const nextId = nextOpen()?.id;
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

  useEffect(() => {
    root.current
      ?.querySelector('.rec-option[aria-current]')
      ?.scrollIntoView?.({ block: 'nearest' });
  }, [place]);

  const tick = (one: Choosable | null | undefined) => {
    if (!entry || !one || !mayChoose || isBusy) return;
    const { currency } = entry.amount;
    const inFull = (amount: string) =>
      `${formatDecimal(amount, numberFormat, currency)} ${currency}`;
    const ticked = choosing.tick(one);
    announce(words.ticked(ticked.length, inFull(sumOf(ticked)), inFull(restOf(entry, ticked))));
  };
  /** What is meant by the place of the keys; none where it is of a kind that is not chosen. */
  const meant = () => {
    const candidate = candidates[index];
    if (!candidate) return others[index - candidates.length];
    return ofCandidate(candidate);
  };
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
  const matchAnd = (act: () => Promise<boolean>, after: DeskEntryFragment | undefined) => {
    if (!entry) return;
    // It stays chosen when somebody else was first, and shows who.
    choose(entry.id);
    setBusy(true);
    run(async () => {
      if ((await act()) && after) choose(after.id);
      list.current?.focus({ preventScroll: true });
    });
  };
  const accept = (which: number) => {
    const candidate = candidates[which];
    if (!entry || !candidate || !mayMatch || isBusy) return;
    const { transaction } = candidate;
    const after = nextOpen(transaction ? [transaction.id] : []);
    matchAnd(() => matching.match(entry.id, candidate), after);
  };
  const acceptChosen = () => {
    if (!entry || !mayChoose || isBusy) return;
    const { choice, lacking, told } = choosing;
    if (lacking === 'reason') document.getElementById(REASON_ID)?.focus();
    if (lacking === 'note') document.getElementById(NOTE_ID)?.focus();
    if (lacking !== 'nothing') return;
    const after = nextOpen(besideOf(choice.ticked));
    matchAnd(() => matching.choose(entry.id, choice.ticked, told), after);
  };
  const enter = () => {
    if (choosing.choice.ticked.length > 0) acceptChosen();
    else if (index < candidates.length) accept(index);
    else tick(meant());
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
      setPlace({ entryId: entry?.id ?? '', index: Math.min(index + 1, Math.max(places - 1, 0)) }),
    previousCandidate: () => setPlace({ entryId: entry?.id ?? '', index: Math.max(index - 1, 0) }),
    accept: enter,
    tick: () => tick(meant()),
    find: () => document.querySelector<HTMLInputElement>(`#${FIND_ID} input`)?.focus(),
    undo,
    search: toSearch,
  };
  useDeskKeys(root, acts);
  if (!entry) return null;
  const open = entries.filter(isOpen).map(({ id }) => id);
  return (
    <div ref={root} className="rec-desk">
      {mayMatch && (
        <div className="g-actions rec-many">
          <Button
            small
            icon="check-square"
            disabled={isBusy || open.length === 0}
            onClick={() => setAccepting(open.slice(0, MOST_AT_ONCE))}
          >
            {words.acceptMany}
          </Button>
        </div>
      )}
      {accepting && (
        <AcceptDialog
          ids={accepting}
          onClose={() => setAccepting(null)}
          onEnded={(ended) => {
            setAccepting(null);
            setResults(ended);
            run(() => matching.note(ended));
          }}
        />
      )}
      {results && (
        <BulkResults title={words.acceptMany} results={results} onClose={() => setResults(null)} />
      )}
      <EntryRows ref={list} entries={entries} at={at} onChoose={go} more={more} />
      <Candidates
        entry={entry}
        candidates={candidates}
        query={query}
        index={index}
        isBusy={isBusy}
        mayMatch={mayMatch}
        choosing={mayChoose ? choosing : null}
        onTick={tick}
        onMatch={accept}
        onMatchChosen={acceptChosen}
        onUnmatch={() => run(async () => void (await matching.unmatch(entry.id)))}
      />
    </div>
  );
}
