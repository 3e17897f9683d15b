/** The rest of a list that is read in portions. */
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';

export function MoreRows({
  shown,
  total,
  busy,
  onMore,
}: {
  shown: number;
  total: number;
  busy: boolean;
  onMore: () => void;
}) {
  const words = useLabels(duplicateLabels);
  const { numberFormat } = useNotation();
  if (shown >= total) return null;
  return (
    <div className="g-actions">
      <Button busy={busy} onClick={onMore}>
        {words.more}
      </Button>
      <span className="g-muted">
        {words.shown(formatCount(shown, numberFormat), formatCount(total, numberFormat))}
      </span>
    </div>
  );
}
