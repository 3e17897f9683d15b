/** What the file states beside what its payments make; currencies are never mixed. */
import { AccountName } from '@/features/banks';
import { useLabels, type Words } from '@/kernel/i18n';
import { AmountText, DateText, Icon, InstantText, MoneyText, NoValue } from '@/ui';
import { labels } from '../labels';
import { agrees, type BatchTotals, type Counted, type Report, type Stated } from '../report';

export function TotalsControl({ totals }: { totals: Report['totals'] }) {
  const words = useLabels(labels);
  const more = totals.batchCount - totals.batches.length;
  return (
    <section aria-labelledby="v-totals">
      <h2 id="v-totals">{words.totals}</h2>
      <table className="g-table t-details v-totals">
        <caption className="g-sr">{words.totals}</caption>
        <thead>
          <tr>
            <th scope="col">{words.totalsOf}</th>
            <th scope="col" className="g-cell-number">
              {words.number}
            </th>
            <th scope="col" className="g-cell-number">
              {words.sum}
            </th>
            <th scope="col" className="g-cell-number">
              {words.perCurrency}
            </th>
            <th scope="col">{words.execution}</th>
          </tr>
        </thead>
        <tbody>
          <Row
            name={words.wholeFile}
            stated={totals.stated}
            counted={totals.counted}
            words={words}
          />
          {totals.batches.map((batch, index) => (
            <Row
              key={index}
              name={words.batch(batch.id ?? String(index + 1))}
              stated={batch.stated}
              counted={batch.counted}
              batch={batch}
              words={words}
            />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="g-muted">{words.moreBatches(more)}</p>}
    </section>
  );
}

function Row({
  name,
  stated,
  counted,
  batch,
  words,
}: {
  name: string;
  stated: Stated;
  counted: Counted;
  batch?: BatchTotals;
  words: Words<typeof labels>;
}) {
  const same = agrees(stated, counted);
  return (
    <tr>
      <th scope="row" data-label={words.totalsOf}>
        {name}
        {batch?.debtorAccount && (
          <span className="g-muted v-block">
            {batch.debtor && `${batch.debtor} · `}
            <AccountName number={batch.debtorAccount} />
          </span>
        )}
      </th>
      <td data-label={words.number} className="g-cell-number">
        <span>
          {counted.count}
          <Agreement stated={stated.count} same={same.count} words={words} />
        </span>
      </td>
      <td data-label={words.sum} className="g-cell-number">
        <span>
          <AmountText amount={counted.sum} />
          <Agreement stated={stated.sum} same={same.sum} words={words} />
        </span>
      </td>
      <td data-label={words.perCurrency} className="g-cell-number">
        <span>
          {counted.currencies.map(({ currency, amount }) => (
            <span key={currency} className="v-block">
              <MoneyText value={{ amount, currency }} />
            </span>
          ))}
        </span>
      </td>
      <td data-label={words.execution}>
        <span>
          {batch?.executionDate ? <DateText value={batch.executionDate} /> : <NoValue />}
          {batch?.releaseBy && (
            <span className="g-muted v-block">
              {words.releaseBy} <InstantText value={batch.releaseBy} />
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

function Agreement({
  stated,
  same,
  words,
}: {
  stated: string | null;
  same: boolean;
  words: Words<typeof labels>;
}) {
  if (stated === null) return <span className="g-muted v-block">{words.notStated}</span>;
  return (
    <span className={`v-block ${same ? 'v-agrees' : 'v-differs'}`}>
      <Icon name={same ? 'check' : 'times'} />{' '}
      {same ? words.same : `${words.differs}: ${stated} ${words.stated}`}
    </span>
  );
}
