/** What the chosen entry may belong to, best first; or with what it is matched, and by whom. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { entryRulePath } from '@/features/rules';
import { differenceLabels, ErpStanding, MatchedSides } from '@/features/statements';
import {
  EntryStandingDocument,
  type DeskCandidateFragment,
  type DeskEntryFragment,
  type MatchCandidatesQuery,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import {
  Button,
  DateText,
  Icon,
  InstantText,
  LinkButton,
  MoneyText,
  QueryStates,
  Skeleton,
  type QueryView,
} from '@/ui';
import { ofCandidate, type Choosable } from '../choosable';
import { labels } from '../labels';
import type { Choosing } from '../useChoosing';
import { ChosenSum, Others, Tick } from './Choosing';
import { EntryFacts } from './EntryRows';
import { ItemFacts } from './ItemFacts';
import { PaymentFacts } from './PaymentFacts';

type Said = Words<typeof labels>;

/** A candidate in a sentence, for a screen reader. */
export function candidateName(
  { kind, payment, paymentCount, transaction, openItem, score }: DeskCandidateFragment,
  words: Said,
) {
  const name =
    payment?.creditor.name ??
    transaction?.counterparty.name ??
    openItem?.party.name ??
    words.noName;
  const whom = kind === 'BATCH' ? words.batchCount(paymentCount) : name;
  return `${words[kind]}, ${whom}, ${words.score(score)}`;
}

export function Candidates({
  entry,
  candidates,
  query,
  index,
  isBusy,
  mayMatch,
  choosing,
  onTick,
  onMatch,
  onMatchChosen,
  onUnmatch,
}: {
  entry: DeskEntryFragment;
  candidates: readonly DeskCandidateFragment[];
  query: QueryView<MatchCandidatesQuery>;
  index: number;
  isBusy: boolean;
  mayMatch: boolean;
  /** Null where nothing can be chosen. */
  choosing: Choosing | null;
  onTick: (one: Choosable) => void;
  onMatch: (index: number) => void;
  onMatchChosen: () => void;
  onUnmatch: () => void;
}) {
  const words = useLabels(labels);
  const mayRule = useMay('rules.change');
  return (
    <section className="g-card rec-candidates" aria-labelledby="rec-candidates">
      <h2 id="rec-candidates">{words.candidates}</h2>
      <div className="rec-chosen">
        <EntryFacts entry={entry} />
        {mayRule && (
          <LinkButton small icon="list-check" to={entryRulePath(entry.id)}>
            {words.makeRule}
          </LinkButton>
        )}
      </div>
      {entry.reconciliation.state === 'MATCHED' ? (
        <Standing entry={entry} mayMatch={mayMatch} isBusy={isBusy} onUnmatch={onUnmatch} />
      ) : (
        <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
          {() =>
            candidates.length === 0 ? (
              <div>
                <p>
                  <strong>{words.noCandidates}</strong>
                </p>
                <p className="g-muted">{words.noCandidatesText}</p>
              </div>
            ) : (
              <ol className="rec-options">
                {candidates.map((candidate, each) => {
                  const one = ofCandidate(candidate);
                  return (
                    <li
                      key={`${candidate.kind}-${candidate.id}`}
                      className="rec-option"
                      aria-current={each === index || undefined}
                    >
                      <Candidate candidate={candidate} />
                      {mayMatch && (
                        <div className="g-actions">
                          <Button
                            small
                            look={each === index ? 'primary' : 'secondary'}
                            icon="link"
                            disabled={isBusy}
                            aria-label={`${words.match}: ${candidateName(candidate, words)}`}
                            onClick={() => onMatch(each)}
                          >
                            {words.match}
                          </Button>
                          {choosing && one && (
                            <Tick one={one} choosing={choosing} onTick={onTick}>
                              {words.tick}
                            </Tick>
                          )}
                        </div>
                      )}
                    </li>
                  );
                })}
              </ol>
            )
          }
        </QueryStates>
      )}
      {choosing && (
        <>
          <Others
            entry={entry}
            choosing={choosing}
            at={index - candidates.length}
            onTick={onTick}
          />
          <ChosenSum entry={entry} choosing={choosing} isBusy={isBusy} onMatch={onMatchChosen} />
        </>
      )}
    </section>
  );
}

function Candidate({ candidate }: { candidate: DeskCandidateFragment }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { kind, score, reasons, payment, transaction, openItem } = candidate;
  return (
    <div className="rec-what">
      <p className="rec-line">
        <strong>{words[kind]}</strong>
        <span className="rec-score" title={words.score(score)}>
          <span className="g-sr">{words.score(score)}</span>
          <meter aria-hidden="true" min={0} max={100} value={score} />
          <span aria-hidden="true">{score}</span>
        </span>
      </p>
      {payment && <PaymentFacts payment={payment} />}
      {kind === 'BATCH' && <Batch candidate={candidate} />}
      {transaction && <EntryFacts entry={transaction} />}
      {openItem && <ItemFacts item={openItem} />}
      <ul className="rec-reasons">
        {reasons.map((reason) => (
          <li key={reason.en}>{reason[language]}</li>
        ))}
      </ul>
    </div>
  );
}

function Batch({ candidate: { payments, paymentCount } }: { candidate: DeskCandidateFragment }) {
  const words = useLabels(labels);
  const [first] = payments;
  return (
    <>
      {first && (
        <span className="rec-line">
          <DateText value={first.executionDate} />
          <Link to={journalPath(first.correlationId)}>{words.batchCount(paymentCount)}</Link>
        </span>
      )}
      <ul className="rec-parts">
        {payments.map(({ id, creditor, amount }) => (
          <li key={id} className="rec-line">
            {creditor.name ?? words.noName}
            <MoneyText value={amount} />
          </li>
        ))}
        {paymentCount > payments.length && (
          <li className="g-muted">{words.batchMore(paymentCount - payments.length)}</li>
        )}
      </ul>
    </>
  );
}

/** While the ERP is being told, how far that is. */
const LOOK_AGAIN = 3_000;

function Standing({
  entry: { id, reconciliation },
  mayMatch,
  isBusy,
  onUnmatch,
}: {
  entry: DeskEntryFragment;
  mayMatch: boolean;
  isBusy: boolean;
  onUnmatch: () => void;
}) {
  const words = useLabels(labels);
  const reasons = useLabels(differenceLabels);
  const { match, correlationId } = reconciliation;
  const isTelling = match?.erpState === 'DUE' || match?.erpState === 'ASKED';
  useQuery(EntryStandingDocument, {
    variables: { id },
    skip: !isTelling,
    pollInterval: isTelling ? LOOK_AGAIN : 0,
  });
  return (
    <div className="g-stack">
      <p className="g-notice g-tone-good">
        <Icon name="link" />
        <span>
          {match ? (
            <>
              {words.matchedBy(match.matchedBy)}, <InstantText value={match.matchedAt} />
              <br />
              {words[match.kind]}
              {match.erpState && (
                <>
                  <br />
                  <ErpStanding state={match.erpState} />
                </>
              )}
              {match.difference && (
                <>
                  <br />
                  {reasons.difference}: <MoneyText value={match.difference.amount} />,{' '}
                  {reasons[match.difference.reason]}
                  {match.difference.note && ` – ${match.difference.note}`}
                </>
              )}
            </>
          ) : (
            words.matchedItself
          )}
        </span>
      </p>
      {match && <MatchedSides entryId={id} match={match} />}
      <div className="g-actions">
        {correlationId && <Link to={journalPath(correlationId)}>{words.openJournal}</Link>}
        {match && mayMatch && (
          <Button small icon="undo" disabled={isBusy} onClick={onUnmatch}>
            {words.unmatch}
          </Button>
        )}
      </div>
    </div>
  );
}
