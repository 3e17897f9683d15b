/** What was not paid, in money: rejected, returned or overdue, by currency and never in one sum. */
import { useQuery } from '@apollo/client/react';
import { DashboardPaymentsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { MoneyText } from '@/ui';
import { labels } from '../labels';
import { FailedTiles, Tile } from './Tile';

/** So many sums stand in the tile; the list behind it tells them all. */
const MOST_SUMS = 2;

export function PaymentTile() {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { data, error, refetch } = useQuery(DashboardPaymentsDocument, {});
  if (error && !data) return <FailedTiles text={words.unpaidFailed} onRetry={refetch} />;
  const unpaid = data?.paymentTabs.find(({ name }) => name === 'UNPAID');
  const sums = unpaid?.sums ?? [];
  const more = sums.length - MOST_SUMS;
  return (
    <Tile
      name={words.unpaid}
      hint={words.unpaidHint(formatCount(unpaid?.count ?? 0, numberFormat))}
      count={data && (unpaid?.count ?? 0)}
      figure={
        sums.length > 0 && (
          <span className="h-tile-sums">
            {sums.slice(0, MOST_SUMS).map((sum) => (
              <MoneyText key={sum.currency} value={sum} />
            ))}
            {more > 0 && <span className="g-muted">{words.unpaidMore(more)}</span>}
          </span>
        )
      }
      tone="bad"
      to={`${paths.payments}?tab=unpaid`}
    />
  );
}
