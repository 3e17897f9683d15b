/** What the list does not show yet, what was just cleared, and whether news can be had at all. */
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';
import type { MessageUrlFilter } from '../paths';
import { pollFailing } from '../poll';
import { useFresh } from '../useFresh';
import type { Cleared } from './ListProps';

interface MessageNoticesProps {
  list: { question: string; rankOf: (id: string) => number; refresh: () => Promise<void> };
  filter: MessageUrlFilter;
  cleared: Cleared | null;
}

export function MessageNotices({
  list: { question, rankOf, refresh },
  filter,
  cleared,
}: MessageNoticesProps) {
  const words = useLabels(labels);
  const failing = useStore(pollFailing);
  const fresh = useFresh(question, filter, (id) => rankOf(id) >= 0);
  const show = () => {
    fresh.settle();
    scrollTo(0, 0);
    void refresh();
  };
  return (
    <div role="status" className="m-notices">
      {fresh.count > 0 && (
        <p className="g-notice g-tone-info">
          <Icon name="bell" /> {words.freshCount(fresh.count)}
          <Button small onClick={show}>
            {words.showFresh}
          </Button>
        </p>
      )}
      {cleared && (
        <p className="g-notice g-tone-neutral">
          <Icon name="eraser" /> {words.cleared(cleared.count)}
          <Button small icon="undo" onClick={cleared.undo}>
            {words.undo}
          </Button>
        </p>
      )}
      {failing && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" /> {words.pollFailing}
        </p>
      )}
    </div>
  );
}
