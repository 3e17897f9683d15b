/** Payments sent that no statement has settled, though the bank has had its days. */
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { behind, useAgeing } from '../ageing';
import { labels } from '../labels';
import { FailedTiles, Tile } from './Tile';

export function UnreconciledTile() {
  const words = useLabels(labels);
  const { bands, accounts, error, retry } = useAgeing();
  if (error && !bands) return <FailedTiles text={words.ageingFailed} onRetry={retry} />;
  // A payment of these days is still on its way: the youngest band is nobody's work.
  const late = bands?.slice(1);
  const [next] = late ?? [];
  const count = late?.reduce((sum, { payments }) => sum + payments, 0);
  return (
    <Tile
      name={words.unreconciled}
      hint={words.unreconciledHint}
      count={count}
      tone="warn"
      to={next ? behind({ ...next, fromDay: null }, accounts) : paths.journals}
    />
  );
}
