/** The details of a batch entry, under its row, with the check that they add up to it. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { TransactionDetailsDocument, type TransactionRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { signedBy } from '@/kernel/money';
import { Button, MoneyText, NoValue, QueryStates, Skeleton, Tag } from '@/ui';
import { labels } from '../labels';

const PAGE = 50;

export function BatchDetails({ batch }: { batch: TransactionRowFragment }) {
  const words = useLabels(labels);
  const [size, setSize] = useState(PAGE);
  const query = useQuery(TransactionDetailsDocument, { variables: { id: batch.id, first: size } });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
      {({ transaction }) => {
        const details = transaction?.details.edges.map((edge) => edge.node) ?? [];
        if (details.length === 0) return <p className="g-muted">{words.detailsNone}</p>;
        return (
          <>
            <DetailTable details={details} />
            <div className="g-actions">
              <AddUpTag value={transaction?.detailsAddUp ?? null} />
              {transaction?.details.pageInfo.hasNextPage && (
                <Button small busy={query.loading} onClick={() => setSize(size + PAGE * 4)}>
                  {words.detailsMore}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </QueryStates>
  );
}

export function AddUpTag({ value }: { value: boolean | null }) {
  const words = useLabels(labels);
  if (value === null) return <Tag icon="question">{words.detailsUnchecked}</Tag>;
  return value ? (
    <Tag tone="good" icon="check">
      {words.detailsEqual}
    </Tag>
  ) : (
    <Tag tone="bad" icon="times">
      {words.detailsDoNotAdd}
    </Tag>
  );
}

function DetailTable({ details }: { details: readonly TransactionRowFragment[] }) {
  const words = useLabels(labels);
  return (
    <table className="g-table t-details">
      <caption className="g-sr">{words.detailsTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{words.counterparty}</th>
          <th scope="col">{words.remittance}</th>
          <th scope="col">{words.endToEnd}</th>
          <th scope="col" className="g-cell-number">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {details.map((detail) => (
          <tr key={detail.id}>
            <td data-label={words.counterparty}>
              {detail.counterparty.name ?? detail.counterparty.account ?? <NoValue />}
            </td>
            <td data-label={words.remittance}>
              {detail.remittance ?? detail.reference ?? <NoValue />}
            </td>
            <td data-label={words.endToEnd}>
              {detail.endToEndId ? <code>{detail.endToEndId}</code> : <NoValue />}
            </td>
            <td data-label={words.amount} className="g-cell-number">
              <MoneyText
                signed
                value={{
                  amount: signedBy(detail.amount.amount, detail.direction),
                  currency: detail.amount.currency,
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
