/** Accounts whose statement is overdue or missing between two others: those that an alarm is open for. */
import { useLocation } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { labels } from '../labels';
import { isSilent, type AccountOfDays } from '../series';
import { Tile } from './Tile';

export function MissingTile({ accounts }: { accounts: readonly AccountOfDays[] }) {
  const words = useLabels(labels);
  const { search } = useLocation();
  // The tile narrows the very charts below it: period and look stay as they are.
  const narrowed = new URLSearchParams(search);
  narrowed.set('show', 'missing');
  return (
    <Tile
      name={words.missingTile}
      hint={words.missingHint}
      count={accounts.filter(isSilent).length}
      tone="warn"
      to={`${paths.dashboard}?${narrowed}`}
    />
  );
}
