/** Which accounting system is told what comes of a check here, and which one is not. */
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { partner } from './partner';

export function ErpNotice() {
  const words = useLabels(labels);
  const { origin, stranger } = useStore(partner);
  return (
    <div role="status">
      {origin !== null && (
        <p className="g-muted">
          <Icon name="link" /> {words.forErp(new URL(origin).host)}
        </p>
      )}
      {stranger !== null && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" />
          <span>{words.stranger(stranger)}</span>
        </p>
      )}
    </div>
  );
}
