/** What was asked back of a journal's payments, how each request stands, and asking for it. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  JournalRecallsDocument,
  type JournalRecallsQuery,
  type RecallCardFragment,
  type RecallCountLineFragment,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { DECIDED_BY } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { usePolling } from '@/kernel/usePolling';
import { Button, Facts, InstantText, QueryStates, Tag, type Tone } from '@/ui';
import '../approvals/approvals.css';
import { inWords } from '../approvals/deciding';
import { openActs, SEND_ICONS, SEND_LOOKS, type SendAct } from '../sending/acts';
import { labels as sendingLabels } from '../sending/labels';
import { SendDialog } from '../sending/SendDialog';
import { AnswerText, RecallAnswerTag } from './answers';
import { labels } from './labels';
import { RecallAct, type Act } from './RecallAct';
import { RecallDialog } from './RecallDialog';

type Journal = NonNullable<JournalRecallsQuery['journal']>;

/** Why nothing can be asked back, where a person would expect it. */
const TOLD = new Set(['recalls.no_way', 'recalls.no_connection', 'recalls.outcome_open']);
const ENDED = new Set<Journal['state']>(['REJECTED', 'CANCELLED']);
const LOOK_AGAIN = 3000;
const ACTS: readonly Act[] = ['CONFIRM', 'DECLINE', 'WITHDRAW'];
const ICONS: Readonly<Record<Act, string>> = {
  CONFIRM: 'send',
  DECLINE: 'times',
  WITHDRAW: 'undo',
};
const MOVING = new Set(['WAITING', 'LEAVING']);

/** `state` is the journal’s as the page knows it: what can be asked back changes with it. */
export function RecallPanel({
  correlationId,
  state,
  onChanged,
}: {
  correlationId: string;
  state: Journal['state'];
  onChanged: () => unknown;
}) {
  const query = useQuery(JournalRecallsDocument, {
    variables: { correlationId },
    fetchPolicy: DECIDED_BY,
  });
  const isMoving =
    query.data?.journal?.recalls.some(
      (one) => one.state === 'CONFIRMED' && (one.sending === null || MOVING.has(one.sending.state)),
    ) ?? false;
  usePolling(query, isMoving ? LOOK_AGAIN : null, onChanged);
  const { refetch } = query;
  const asked = useRef(state);
  useEffect(() => {
    if (asked.current === state) return;
    asked.current = state;
    void refetch();
  }, [state, refetch]);
  return (
    <QueryStates query={query} skeleton={null}>
      {({ journal }) => (journal ? <Panel journal={journal} onChanged={onChanged} /> : null)}
    </QueryStates>
  );
}

function Panel({ journal, onChanged }: { journal: Journal; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const mayAsk = useMay('payments.recall');
  const [asking, setAsking] = useState(false);
  const { correlationId, recallable, recalls, state } = journal;
  const canAsk = mayAsk && recallable.code === null && !ENDED.has(state) && !recalls.some(isForAll);
  const why =
    mayAsk && recallable.code !== null && TOLD.has(recallable.code)
      ? inWords({ code: recallable.code, message: recallable.message ?? '' })
      : null;
  if (recalls.length === 0 && !canAsk && why === null) return null;
  return (
    <section className="ap-panel" aria-label={words.panel}>
      <div className="ap-head">
        <h3>{words.panel}</h3>
        {canAsk && (
          <Button small icon="undo" onClick={() => setAsking(true)}>
            {words.askAll}
          </Button>
        )}
      </div>
      {why && (
        <p className="g-muted" role="note">
          {why}
        </p>
      )}
      {recalls.map((recall) => (
        <Card key={recall.id} recall={recall} correlationId={correlationId} onChanged={onChanged} />
      ))}
      {asking && (
        <RecallDialog
          correlationId={correlationId}
          bank={recallable.bank ?? ''}
          onClose={() => {
            setAsking(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

/** Nothing is left to ask for while a request for everything stands and the bank has refused none of it. */
const isForAll = ({ isWhole, state, sending, answers }: RecallCardFragment): boolean =>
  isWhole &&
  (state === 'ASKED' || (state === 'CONFIRMED' && sending?.state !== 'CANCELLED')) &&
  answers.every(({ answer }) => answer !== 'REJECTED');

function lookOf(
  { state, sending, answered }: RecallCardFragment,
  words: Words<typeof labels>,
): readonly [Tone, string, string] {
  if (state === 'ASKED') return ['warn', 'user', words.ASKED];
  if (state !== 'CONFIRMED') return ['neutral', 'times', words[state]];
  if (answered !== null) return ['info', 'inbox', words.ANSWERED];
  return sending
    ? [...SEND_LOOKS[sending.state], words[sending.state]]
    : ['info', 'clock', words.CONFIRMED];
}

function Card({
  recall,
  correlationId,
  onChanged,
}: {
  recall: RecallCardFragment;
  correlationId: string;
  onChanged: () => unknown;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [act, setAct] = useState<Act | null>(null);
  const [tone, icon, told] = lookOf(recall, words);
  const barred = new Map(recall.obstacles.map((one) => [one.act, one]));
  const isAsked = recall.state === 'ASKED';
  const why = isAsked ? barred.get('CONFIRM') : undefined;
  return (
    <article className="g-stack" aria-label={told}>
      <div>
        <Tag tone={tone} icon={icon}>
          {told}
        </Tag>
      </div>
      <Facts
        facts={[
          [
            words.about,
            recall.isWhole ? words.whole : words.some(formatCount(recall.payments, numberFormat)),
          ],
          [words.why, `${words[recall.reason]}. ${recall.note}`],
          [words.bank, recall.bank],
          [
            words.askedBy,
            <span key="asked">
              {recall.askedBy}, <InstantText value={recall.asked} />
            </span>,
          ],
          ...(recall.decidedBy && recall.decided
            ? [
                [
                  words.decidedBy,
                  <span key="decided">
                    {recall.decidedBy}, <InstantText value={recall.decided} />
                  </span>,
                ] as const,
              ]
            : []),
          ...(recall.decision ? [[words.decision, recall.decision] as const] : []),
        ]}
      />
      {recall.state === 'CONFIRMED' && recall.answered !== null && (
        <Answers answers={recall.answers} />
      )}
      <div className="g-actions">
        {isAsked &&
          ACTS.filter((each) => !barred.has(each)).map((each) => (
            <Button
              key={each}
              small
              look={each === 'CONFIRM' ? 'primary' : 'secondary'}
              icon={ICONS[each]}
              onClick={() => setAct(each)}
            >
              {words[each]}
            </Button>
          ))}
      </div>
      {why && why.code !== 'forbidden' && (
        <p className="g-muted" role="note">
          {inWords(why)}
        </p>
      )}
      {recall.sending && (
        <SendActs sending={recall.sending} correlationId={correlationId} onChanged={onChanged} />
      )}
      {act && (
        <RecallAct
          act={act}
          id={recall.id}
          onClose={() => {
            setAct(null);
            onChanged();
          }}
        />
      )}
    </article>
  );
}

/** What can be done about a request that did not get there. */
function SendActs({
  sending,
  correlationId,
  onChanged,
}: {
  sending: NonNullable<RecallCardFragment['sending']>;
  correlationId: string;
  onChanged: () => unknown;
}) {
  const words = useLabels(sendingLabels);
  const { language } = useNotation();
  const [act, setAct] = useState<SendAct | null>(null);
  const said = [sending.bankCode, sending.bankSaid?.[language], sending.heldSaid?.[language]]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {said && sending.state !== 'SENT' && <p className="g-muted">{said}</p>}
      <div className="g-actions">
        {openActs(sending).map((each) => (
          <Button key={each} small icon={SEND_ICONS[each]} onClick={() => setAct(each)}>
            {words[each]}
          </Button>
        ))}
      </div>
      {act && (
        <SendDialog
          act={act}
          correlationId={correlationId}
          sendingId={sending.id}
          onClose={() => {
            setAct(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function Answers({ answers }: { answers: readonly RecallCountLineFragment[] }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  return (
    <div className="g-table-frame">
      <table className="g-table">
        <caption>{words.answers}</caption>
        <thead>
          <tr>
            <th scope="col" className="g-num">
              {words.payments}
            </th>
            <th scope="col">{words.answers}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {answers.map((one) => (
            <tr key={`${one.answer} ${one.code} ${one.text}`}>
              <td className="g-num" data-label={words.payments}>
                {formatCount(one.count, numberFormat)}
              </td>
              <td data-label={words.answers}>
                <RecallAnswerTag answer={one} />
              </td>
              <td data-label={words.meaning}>
                <AnswerText answer={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
