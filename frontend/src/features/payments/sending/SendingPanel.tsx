/** How far a signed file is on its way to the bank, each attempt, and what can be done about it. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { OneSendingDocument, type SendingCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { sendingPath } from '@/kernel/paths';
import { DECIDED_BY } from '@/kernel/policies';
import { useNotation, type Language } from '@/kernel/preferences';
import { usePolling } from '@/kernel/usePolling';
import { Button, CopyId, Facts, InstantText, QueryStates, Skeleton, Tag } from '@/ui';
import '../approvals/approvals.css';
import { inWords } from '../approvals/deciding';
import { PANELS } from '../approvals/leading';
import { openActs, SEND_ICONS, SEND_LOOKS, type SendAct } from './acts';
import { labels } from './labels';
import { SendDialog } from './SendDialog';

/** While it moves by itself, it is looked at again. */
const MOVING = new Set<SendingCardFragment['state']>(['WAITING', 'LEAVING']);
const LOOK_AGAIN = 2000;
/** Obstacles that say no more than that another act is due. */
const OBVIOUS = new Set([
  'forbidden',
  'sending.not_undecided',
  'sending.not_resendable',
  'sending.too_late',
]);

export function SendingPanel({
  correlationId,
  onChanged,
}: {
  correlationId: string;
  onChanged: () => unknown;
}) {
  const query = useQuery(OneSendingDocument, {
    variables: { correlationId },
    fetchPolicy: DECIDED_BY,
  });
  usePolling(
    query,
    MOVING.has(query.data?.journal?.sending?.state ?? 'SENT') ? LOOK_AGAIN : null,
    onChanged,
  );
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={4} />}>
      {({ journal }) =>
        journal?.sending ? <SendingCard sending={journal.sending} onChanged={onChanged} /> : null
      }
    </QueryStates>
  );
}

/** One file on its way; `sendingId` where it may be another than the journal’s payment file. */
export function SendingCard({
  sending,
  sendingId,
  onChanged,
}: {
  sending: SendingCardFragment;
  sendingId?: string;
  onChanged: () => unknown;
}) {
  const words = useLabels(labels);
  const [act, setAct] = useState<SendAct | null>(null);
  const { language } = useNotation();
  const [tone, icon] = SEND_LOOKS[sending.state];
  const why = sending.obstacles.find(({ code }) => !OBVIOUS.has(code));
  return (
    <section
      {...(!sendingId && { id: PANELS.sending, tabIndex: -1 })}
      className="ap-panel"
      aria-label={words.panel}
    >
      <div className="ap-head">
        <h3>{words.panel}</h3>
        <Tag tone={tone} icon={icon}>
          {words[sending.state]}
        </Tag>
        <span className="g-muted">
          {words.since} <InstantText value={sending.since} />
        </span>
        {!sendingId && <Link to={sendingPath(sending.id)}>{words.queue}</Link>}
      </div>
      <Facts facts={factsOf(sending, words, language)} />
      {sending.attempts.length > 0 && <Attempts attempts={sending.attempts} />}
      <div className="g-actions">
        {openActs(sending).map((each) => (
          <Button
            key={each}
            small
            look={each === 'CANCEL' ? 'danger' : 'primary'}
            icon={SEND_ICONS[each]}
            onClick={() => setAct(each)}
          >
            {words[each]}
          </Button>
        ))}
      </div>
      {why && (
        <p className="g-muted" role="note">
          {inWords(why)}
        </p>
      )}
      {act && (
        <SendDialog
          act={act}
          correlationId={sending.correlationId}
          {...(sendingId ? { sendingId } : {})}
          onClose={() => {
            setAct(null);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

function factsOf(
  sending: SendingCardFragment,
  words: ReturnType<typeof useLabels<typeof labels>>,
  language: Language,
) {
  const { sent, proof, bankCode, bankSaid, held, heldSaid, nextTry, decidedBy, reason } = sending;
  const said = [bankCode, bankSaid?.[language]].filter(Boolean).join(' ');
  return [
    sent && ([words.sent, <InstantText key="sent" value={sent} />] as const),
    proof && ([words.proof, words[proof]] as const),
    said && ([words.bankSaid, said] as const),
    held && ([words.held, held === 'paused' ? words.paused : heldSaid?.[language]] as const),
    nextTry && ([words.nextTry, <InstantText key="next" value={nextTry} />] as const),
    decidedBy && ([words.decidedBy, decidedBy] as const),
    reason && ([words.reason, reason] as const),
  ].filter((fact) => typeof fact === 'object' && fact !== null);
}

function Attempts({ attempts }: Pick<SendingCardFragment, 'attempts'>) {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <div className="g-table-frame">
      <table className="g-table">
        <caption>{words.attempts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.left}</th>
            <th scope="col">{words.outcome}</th>
            <th scope="col">{words.requestId}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((one) => (
            <tr key={one.number}>
              <td data-label={words.number}>{one.number}</td>
              <td data-label={words.left}>{one.left && <InstantText value={one.left} />}</td>
              <td data-label={words.outcome}>
                {words[`attempt_${one.state}`]}
                <span className="g-sub">
                  {one.said?.[language] ??
                    [one.bankCode, one.bankSaid?.[language]].filter(Boolean).join(' ')}
                </span>
              </td>
              <td data-label={words.requestId}>
                <CopyId value={one.requestId} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
