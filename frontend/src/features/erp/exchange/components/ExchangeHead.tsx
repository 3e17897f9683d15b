/** When the ERP was read last and is next, what keeps it from being read, and reading it now. */
import { useMutation } from '@apollo/client/react';
import { FetchErpPaymentsDocument, type ErpExchangeStateQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { AgeText, Button, InstantText, Tag, useAct } from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';

export type Exchange = NonNullable<ErpExchangeStateQuery['erpExchange']>;

const MINUTE_MS = 60_000;

export function ExchangeHead({ exchange }: { exchange: Exchange }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const { round, failure, waiting, failed } = exchange;
  return (
    <div className="g-stack">
      <p className="g-muted" role="status">
        <Reading exchange={exchange} />
      </p>
      {failure && (
        <div className="g-notice g-tone-bad" role="alert">
          <strong>{failure.said && tell(failure.said)}</strong> <AgeText value={failure.at} />
          <p>{tell(failure.remedy)}</p>
        </div>
      )}
      <div className="g-actions">
        {round && round.unreadable > 0 && (
          <Tag tone="warn" icon="exclamation-triangle">
            {words.unreadable(round.unreadable)}
          </Tag>
        )}
        {waiting > 0 && (
          <Tag tone="info" icon="clock">
            {words.waitingWrites(waiting)}
          </Tag>
        )}
        {failed > 0 && (
          <Tag tone="bad" icon="times-circle">
            {words.failedWrites(failed)}
          </Tag>
        )}
      </div>
    </div>
  );
}

function Reading({ exchange: { erp, round, isFetching, fetchMinutes } }: { exchange: Exchange }) {
  const words = useLabels(labels);
  if (isFetching)
    return (
      <>
        {words.fetching(erp)} {round && round.ended === null && words.readSoFar(round.read)}
      </>
    );
  const next =
    round && fetchMinutes > 0
      ? new Date(Date.parse(round.began) + fetchMinutes * MINUTE_MS).toISOString()
      : null;
  return (
    <>
      {round ? (
        <>
          {words.lastFetch(erp)} <AgeText value={round.ended ?? round.began} />:{' '}
          {words.readSoFar(round.read)}, {words.newOnes(round.new)}.{' '}
        </>
      ) : (
        <>{words.neverFetched(erp)}. </>
      )}
      {round && !round.isWhole && <>{words.notWhole}. </>}
      {next && (
        <>
          {words.nextFetch} <InstantText value={next} />.
        </>
      )}
      {fetchMinutes === 0 && <>{words.byHand}.</>}
    </>
  );
}

export function FetchButton({ busy, onAsked }: { busy: boolean; onAsked: () => unknown }) {
  const words = useLabels(labels);
  const [fetch] = useMutation(FetchErpPaymentsDocument);
  const act = useAct();
  if (!useMay('erp.exchange')) return null;
  const now = async () => {
    if (await act(async () => (await fetch()).data?.fetchErpPayments, words.fetchAsked)) onAsked();
  };
  return (
    <Button look="primary" icon="cloud-download" busy={busy} onClick={() => void now()}>
      {words.fetch}
    </Button>
  );
}
