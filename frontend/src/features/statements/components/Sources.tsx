/** Every report that tells of an entry: what it is, when the bank made it, and what it says otherwise. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import {
  OneStatementDocument,
  type OneTransactionQuery,
  type ReportKind,
  type WitnessLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { DateText, Icon, Tag } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';
import { labels } from '../labels';
import { versionLabels } from '../versionLabels';
import { bankMoment, nameOf } from '../versions';

type Full = NonNullable<OneTransactionQuery['transaction']>;
type Source = Omit<WitnessLineFragment, 'kind'> & { kind: ReportKind | null; isShown: boolean };

/** The entry names the statement it stands on; what kind of report that is, the statement knows. */
function useOwnReport({ statement }: Full) {
  return (
    useQuery(OneStatementDocument, { variables: { id: statement.id } }).data?.statement ?? null
  );
}

/** Said of an entry that only reports within the day or notifications tell of so far. */
export function ProvisionalNotice({ transaction }: { transaction: Full }) {
  const words = useLabels(duplicateLabels);
  const own = useOwnReport(transaction);
  if (own === null || own.kind === 'BOOKED') return null;
  return (
    <div className="g-notice g-tone-info">
      <Icon name="clock" />
      <span>{words.provisional}</span>
    </div>
  );
}

export function Sources({ transaction }: { transaction: Full }) {
  const words = useLabels(duplicateLabels);
  const own = useOwnReport(transaction);
  const text = transaction.remittance ?? transaction.reference ?? transaction.additionalInformation;
  const { state, bookingDate, valueDate, statement } = transaction;
  // An entry that is put together of several reports names its own among them.
  const witnesses = transaction.witnesses.filter(
    (witness) => witness.statement.id !== statement.id,
  );
  const sources: readonly Source[] = [
    {
      statement,
      kind: own?.kind ?? null,
      state,
      bookingDate,
      valueDate,
      text,
      reportedAt: own?.created ?? null,
      isShown: witnesses.length > 0,
    },
    ...witnesses.map((witness) => ({ ...witness, isShown: false })),
  ];
  return (
    <section className="g-stack" aria-label={words.sources}>
      <h3>{words.sources}</h3>
      <ul className="t-sources">
        {sources.map((source, index) => (
          <SourceLine key={index} source={source} shown={transaction} text={text} />
        ))}
      </ul>
    </section>
  );
}

function SourceLine({ source, shown, text }: { source: Source; shown: Full; text: string | null }) {
  const words = useLabels(duplicateLabels);
  const facts = useLabels(labels);
  const versions = useLabels(versionLabels);
  const { dateFormat } = useNotation();
  const { statement, kind, state, bookingDate, valueDate, reportedAt, isShown } = source;
  const reported = bankMoment(reportedAt, dateFormat);
  const name = nameOf(statement) ?? facts.showEntries;
  return (
    <li>
      <span className="t-source-head">
        <strong>{kind ? versions[kind] : facts.statement}</strong>
        <Link to={transactionsPath({ statement: statement.id })}>{name}</Link>
        <Tag tone={state === 'BOOKED' ? 'neutral' : 'info'}>{facts[state]}</Tag>
        {isShown && <span className="g-muted">{words.shownHere}</span>}
      </span>
      <span className="g-sub">
        {reported && (
          <>
            {words.reported} {reported}
          </>
        )}
        {bookingDate !== shown.bookingDate && bookingDate && (
          <>
            {' '}
            · {facts.bookingDate} <DateText value={bookingDate} />
          </>
        )}
        {valueDate !== shown.valueDate && valueDate && (
          <>
            {' '}
            · {facts.valueDate} <DateText value={valueDate} />
          </>
        )}
      </span>
      {source.text && source.text !== text && (
        <span className="g-sub">
          {words.says}: {source.text}
        </span>
      )}
    </li>
  );
}
