/** One figure that leads to the list behind it; a figure of nothing is calm. */
import { Link, type LinkProps } from 'react-router';
import { formatCount } from '@/kernel/money';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { Icon, Skeleton } from '@/ui';
import { labels } from '../labels';

interface TileProps {
  name: string;
  hint: string;
  count: number;
  /** False where the server stopped counting. */
  exact?: boolean;
  /** How much it matters when there is something. */
  tone: 'warn' | 'bad';
  to: LinkProps['to'];
}

export function Tile({ name, hint, count, exact = true, tone, to }: TileProps) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const figure = formatCount(count, numberFormat);
  const icon = count === 0 ? 'check-circle' : tone === 'bad' ? 'times-circle' : 'exclamation-triangle';
  return (
    <Link className={`h-tile g-tone-${count === 0 ? 'good' : tone}`} to={to}>
      <Icon name={icon} />
      <strong className="g-count">{exact ? figure : words.about(figure)}</strong>
      <span className="h-tile-name">{name}</span>
      <span className="g-muted">{hint}</span>
    </Link>
  );
}

/** The place of a tile whose figure is being counted, so that the others stay in theirs. */
export function TileToCome() {
  return <div className="h-tile" aria-hidden="true"><Skeleton lines={2} /></div>;
}
