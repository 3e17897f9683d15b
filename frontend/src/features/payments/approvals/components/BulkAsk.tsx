/** Shows what is about to be approved or rejected together, and does it for the documents that were seen. */
import { useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { SeenJournalsDocument, type SeenJournalsQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import {
  BulkRefused,
  MoneyText,
  Refusal,
  refreshLists,
  currentRefusals,
  runBulk,
  TypedDialog,
  type AskProps,
} from '@/ui';
import { labels } from '../labels';
import { payeeLabels } from '../payeeLabels';
import { seenOf, sumsOf } from '../seen';
import { Reason } from './ActDialog';
import { CutOffText, DebitedAccounts, PayeeCounts, PayeeLines } from './Payees';

/** So many are read before they are decided together. */
const MOST = 200;

export function ApproveMany(props: AskProps) {
  return <Ask {...props} act="approve" />;
}

export function RejectMany(props: AskProps) {
  return <Ask {...props} act="reject" />;
}

type Row = SeenJournalsQuery['journals']['edges'][number]['node'];

function Ask({
  action,
  chosen,
  count,
  act,
  onClose,
  onEnded,
}: AskProps & { act: 'approve' | 'reject' }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const filter = 'ids' in chosen ? { correlationIds: [...chosen.ids] } : chosen.matching;
  const { data, error } = useQuery(SeenJournalsDocument, {
    variables: { filter, first: MOST },
    skip: count > MOST,
    fetchPolicy: RIGHT_NOW,
  });
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isNoteMissing, setIsNoteMissing] = useState(false);
  const isStopped = useRef(false);
  const rows = data?.journals.edges.map(({ node }) => node);
  const run = async (seen: readonly Row[]) => {
    if (act === 'reject' && !reason.trim()) {
      setIsNoteMissing(true);
      return;
    }
    setBusy(true);
    const documents = seenOf(seen);
    const told = {
      ...action,
      variables: (after: string | null) => ({
        documents,
        after,
        ...(act === 'reject' ? { reason: reason.trim() } : {}),
      }),
    };
    try {
      const { results } = await runBulk(told, chosen, {
        onProgress: () => undefined,
        isStopped: () => isStopped.current,
      });
      void refreshLists();
      onEnded(results);
    } catch (failure) {
      const { detail, correlationId } = problemOf(failure);
      setRefused(
        [
          (failure instanceof BulkRefused && currentRefusals().reason(failure.refused)) ||
            detail ||
            words.failed,
          correlationId,
        ]
          .filter(Boolean)
          .join(' · '),
      );
      setBusy(false);
    }
  };
  const fault =
    count > MOST
      ? words.tooMany(formatCount(MOST, numberFormat))
      : error
        ? (problemOf(error).detail ?? words.failed)
        : refused;
  const close = () => {
    isStopped.current = true;
    if (!busy) onClose();
  };
  return (
    <TypedDialog
      title={act === 'approve' ? words.approveTitle : words.rejectTitle}
      confirm={action.label}
      danger={act === 'reject'}
      busy={busy || (!rows && !fault)}
      dirty={reason !== ''}
      onConfirm={() => {
        if (rows) void run(rows);
      }}
      onClose={close}
    >
      <p>{action.help}</p>
      {rows ? (
        <Summary rows={rows} act={act} count={count} />
      ) : (
        !fault && <p role="status">{words.loadingSeen}</p>
      )}
      {act === 'reject' && (
        <Reason
          label={words.reason}
          value={reason}
          due
          flaw={isNoteMissing && !reason.trim() ? words.reasonMissing : null}
          onChange={setReason}
        />
      )}
      {fault && <Refusal>{fault}</Refusal>}
    </TypedDialog>
  );
}

function Summary({
  rows,
  act,
  count,
}: {
  rows: readonly Row[];
  act: 'approve' | 'reject';
  count: number;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const paid = useLabels(payeeLabels);
  const number = (value: number) => formatCount(value, numberFormat);
  const ready = rows.filter(({ approval }) =>
    act === 'approve' ? approval?.canApprove && approval.flags === 0 : approval?.canReject,
  );
  const flagged =
    act === 'approve'
      ? rows.filter(({ approval }) => approval?.canApprove && approval.flags > 0).length
      : 0;
  return (
    <div className="g-stack">
      <p role="status">
        <strong>
          {(act === 'approve' ? words.bulkReady : words.bulkReject)(
            number(ready.length),
            number(count),
          )}
        </strong>
        {flagged > 0 && <span className="g-sub">{words.bulkFlagged(number(flagged))}</span>}
      </p>
      {ready.length > 0 && (
        <p>
          {words.bulkTotal}:{' '}
          <span className="ap-sum">
            {sumsOf(ready).map((total) => (
              <MoneyText key={total.currency} value={total} />
            ))}
          </span>
        </p>
      )}
      {ready.length > 0 && (
        <ul className="ap-bulk" aria-label={paid.payees} tabIndex={0}>
          {ready.map(
            ({ correlationId, messageId, approval, cutOff }) =>
              approval && (
                <li key={correlationId}>
                  <p className="g-muted">{messageId ?? correlationId}</p>
                  <PayeeCounts facts={approval.facts} />
                  <PayeeLines payees={approval.facts.largest} />
                  {approval.facts.payments > approval.facts.largest.length && (
                    <span className="g-muted">
                      {paid.more(number(approval.facts.payments - approval.facts.largest.length))}
                    </span>
                  )}
                  <dl className="ap-bulk-facts">
                    <dt>{paid.debited}</dt>
                    <dd>
                      <DebitedAccounts debited={approval.facts.debited} />
                    </dd>
                    {cutOff && (
                      <>
                        <dt>{paid.cutOff}</dt>
                        <dd>
                          <CutOffText cutOff={cutOff} />
                        </dd>
                      </>
                    )}
                  </dl>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  );
}
