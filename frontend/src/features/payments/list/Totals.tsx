/** What the payments shown come to, by currency: two currencies are never one sum. */
import { useQuery } from '@apollo/client/react';
import { PaymentTotalsDocument, type PaymentFilter } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { MoneyText } from '@/ui';
import { listLabels } from './labels';

export function Totals({ filter }: { filter: PaymentFilter }) {
  const words = useLabels(listLabels);
  const { numberFormat } = useNotation();
  const { data, previousData } = useQuery(PaymentTotalsDocument, { variables: { filter } });
  const sums = (data ?? previousData)?.paymentTotals ?? [];
  return (
    <dl className="p-totals" aria-label={words.total} aria-busy={!data}>
      {sums.map((sum) => (
        <div key={sum.currency}>
          <dt>
            {words.total} {sum.currency}
          </dt>
          <dd>
            <MoneyText value={sum} />
            <span className="g-sub">
              {words.payments(formatCount(sum.count, numberFormat), sum.count === 1)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
