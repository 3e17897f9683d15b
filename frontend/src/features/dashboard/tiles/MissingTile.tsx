/** Statements that should have come in the period and have not. */
import { useLocation } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { labels } from '../labels';
import { lacking, type AccountOfDays } from '../series';
import { Tile } from './Tile';

export function MissingTile({ accounts }: { accounts: readonly AccountOfDays[] }) {
  const words = useLabels(labels);
  const { search } = useLocation();
  const counts = accounts.map(lacking).filter((count) => count > 0);
  // The tile narrows the very charts below it: period and look stay as they are.
  const narrowed = new URLSearchParams(search);
  narrowed.set('show', 'missing');
  return <Tile name={words.missingTile} hint={words.missingHint(counts.length)} count={counts.reduce((sum, count) => sum + count, 0)} tone="warn" to={`${paths.dashboard}?${narrowed}`} />;
}
