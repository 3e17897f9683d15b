/** What each status document says, level by level, and whether it still counts for anything. */
import { Link } from 'react-router';
import type { AnswerLineFragment, StatusCodeLineFragment } from '@/generated/graphql';
import { ReasonText, StatusText } from '@/features/payments';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { InstantText, NoValue, Tag } from '@/ui';
import { useTabAddress } from '../acts';
import { progressLabels } from '../progressLabels';

export function StatusAnswers({ answers }: { answers: readonly AnswerLineFragment[] }) {
  const words = useLabels(progressLabels);
  return (
    <section aria-label={words.answers} className="g-stack">
      <ol className="j-answers">
        {answers.map((answer) => (
          <Answer key={answer.document.id} answer={answer} />
        ))}
      </ol>
    </section>
  );
}

function Answer({ answer }: { answer: AnswerLineFragment }) {
  const words = useLabels(progressLabels);
  const { numberFormat } = useNotation();
  const address = useTabAddress();
  const { document, counting, lines, payments } = answer;
  return (
    <li className="g-card j-answer">
      <div className="j-answer-head">
        <Link to={address('documents', { document: document.id })}>{document.name}</Link>
        {counting > 0 ? (
          <Tag tone="info" icon="check">
            {words.countsFor(formatCount(counting, numberFormat))}
          </Tag>
        ) : (
          <Tag icon="history" title={words.changesNothingWhy}>
            {words.changesNothing}
          </Tag>
        )}
      </div>
      <p className="g-sub">
        {words.written}:{' '}
        {answer.stated ? <InstantText value={answer.stated} seconds /> : <NoValue />} ·{' '}
        {words.received}: <InstantText value={answer.received} seconds />
      </p>
      <dl className="j-levels">
        {lines.map((line, at) => (
          <div key={at}>
            <dt>{line.batch === null ? words.wholeFile : words.batch(line.batch)}</dt>
            <dd>
              {line.status ? <Code status={line.status} /> : <NoValue />}
              {line.reasons.map((reason, index) => (
                <ReasonText key={index} reason={reason} />
              ))}
            </dd>
          </div>
        ))}
        {payments.length > 0 && (
          <div>
            <dt>{words.paymentsSaid}</dt>
            <dd>
              {payments.map((status) => (
                <span key={status.code} className="j-code">
                  <strong className="g-count">{formatCount(status.count, numberFormat)}</strong>{' '}
                  <Code status={status} />
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function Code({ status }: { status: StatusCodeLineFragment }) {
  const words = useLabels(progressLabels);
  return (
    <span>
      <StatusText code={status.code} meaning={status.meaning} />
      {status.isNameCheck && (
        <>
          {' '}
          <Tag>{words.nameCheck}</Tag>
        </>
      )}
      {status.meaning === null && (
        <>
          {' '}
          <Tag tone="warn" icon="question">
            {words.unknownCode}
          </Tag>
        </>
      )}
    </span>
  );
}
