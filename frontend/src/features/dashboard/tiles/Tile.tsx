/** One figure that leads to the list behind it; a figure of nothing is calm. */
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { formatCount } from '@/kernel/money';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';

interface TileProps {
  name: string;
  hint: string;
  /** Undefined while it is being counted: the tile stands in its place, so that nothing moves when it comes. */
  count: number | undefined;
  /** Stands for the count, such as sums of money. */
  figure?: ReactNode;
  /** False where the server stopped counting. */
  exact?: boolean;
  /** How much it matters when there is something. */
  tone: 'warn' | 'bad';
  to: LinkProps['to'];
}

export function Tile({ name, hint, count, figure: own, exact = true, tone, to }: TileProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const figure = count === undefined ? '' : formatCount(count, numberFormat);
  const icon = !count ? 'check-circle' : tone === 'bad' ? 'times-circle' : 'exclamation-triangle';
  return (
    <Link
      className={`h-tile ${own === undefined ? '' : 'h-tile-wide'} g-tone-${count ? tone : count === 0 ? 'good' : 'neutral'}`}
      to={to}
    >
      <span className="h-tile-figure">
        {count === undefined ? (
          <span className="g-bone" />
        ) : (
          <>
            <Icon name={icon} />
            {own || <strong className="g-count">{exact ? figure : words.about(figure)}</strong>}
          </>
        )}
      </span>
      <span className="h-tile-name">{name}</span>
      <span className="g-muted">{hint}</span>
    </Link>
  );
}

/** In the place of tiles whose figures could not be had. */
export function FailedTiles({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const words = useLabels(labels);
  return (
    <div className="h-tile g-tone-warn" role="alert">
      <span className="h-tile-figure">
        <Icon name="exclamation-triangle" />
      </span>
      <span className="h-tile-name">{text}</span>
      <Button small icon="refresh" onClick={() => void onRetry()}>
        {words.retry}
      </Button>
    </div>
  );
}
