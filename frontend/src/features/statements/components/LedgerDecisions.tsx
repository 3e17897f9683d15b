/** What people decided about entries and statements: who, when and why; and taking it back. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  LedgerDecisionsDocument,
  UndoLedgerDecisionDocument,
  type LedgerDecisionsQuery,
} from '@/generated/graphql';
import { formatInstant } from '@/kernel/dates';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, EmptyState, InstantText, QueryStates, Skeleton, tellRefused } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';
import { useLedger } from '../useLedger';
import { MoreRows } from './MoreRows';

type Decision = LedgerDecisionsQuery['ledgerDecisions']['edges'][number]['node'];
const PAGE = 50;

export function LedgerDecisions() {
  const words = useLabels(duplicateLabels);
  const [size, setSize] = useState(PAGE);
  const query = useQuery(LedgerDecisionsDocument, {
    variables: { first: size },
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
      {({ ledgerDecisions: { edges, totalCount } }) =>
        edges.length === 0 ? (
          <EmptyState picture="inbox" title={words.decisionsEmptyTitle}>
            <p>{words.decisionsEmptyText}</p>
          </EmptyState>
        ) : (
          <>
            <DecisionTable decisions={edges.map(({ node }) => node)} />
            <MoreRows
              shown={edges.length}
              total={totalCount}
              busy={query.loading}
              onMore={() => setSize(size + PAGE * 4)}
            />
          </>
        )
      }
    </QueryStates>
  );
}

function DecisionTable({ decisions }: { decisions: readonly Decision[] }) {
  const words = useLabels(duplicateLabels);
  const mayDecide = useMay('statements.decide');
  return (
    <div className="g-table-frame">
      <table className="g-table t-decisions">
        <caption className="g-sr">{words.decisions}</caption>
        <thead>
          <tr>
            <th scope="col">{words.decision}</th>
            <th scope="col">{words.why}</th>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.when}</th>
            {mayDecide && (
              <th scope="col">
                <span className="g-sr">{words.undo}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {decisions.map((decision) => (
            <tr key={decision.id}>
              <td data-label={words.decision}>
                {wordFor(words, `${decision.subject}_${decision.verdict}`)}
                <span className="g-sub">{decision.about}</span>
              </td>
              <td data-label={words.why}>{decision.reason}</td>
              <td data-label={words.who}>{decision.decidedBy}</td>
              <td data-label={words.when}>
                <InstantText value={decision.decidedAt} />
              </td>
              {mayDecide && (
                <td>
                  {decision.undoneAt === null ? (
                    <Undo decision={decision} />
                  ) : (
                    <Undone decision={decision} />
                  )}
                </td>
              )}
              {!mayDecide && decision.undoneAt !== null && (
                <td>
                  <Undone decision={decision} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Undone({ decision: { undoneAt, undoneBy } }: { decision: Decision }) {
  const words = useLabels(duplicateLabels);
  return (
    <span className="g-muted">
      {words.undoneBy(undoneBy ?? '')}
      {undoneAt && (
        <span className="g-sub">
          <InstantText value={undoneAt} />
        </span>
      )}
    </span>
  );
}

function Undo({ decision }: { decision: Decision }) {
  const words = useLabels(duplicateLabels);
  const { dateFormat } = useNotation();
  const settle = useLedger();
  const [undo] = useMutation(UndoLedgerDecisionDocument);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const { refused, settled } = await settle(
      async () => (await undo({ variables: { id: decision.id } })).data?.undoLedgerDecision,
      words.undone,
    );
    if (refused !== null) tellRefused(refused);
    await settled;
    setBusy(false);
  };
  const what = wordFor(words, `${decision.subject}_${decision.verdict}`);
  return (
    <Button
      small
      look="quiet"
      icon="undo"
      busy={busy}
      aria-label={words.undoOf(what, formatInstant(decision.decidedAt, dateFormat))}
      onClick={() => void go()}
    >
      {words.undo}
    </Button>
  );
}
