/** The end of a set filter: takes it back with one click. */
import { useLabels } from '@/kernel/i18n';
import { Icon } from './Icon';
import { labels } from './labels';

export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const words = useLabels(labels);
  return (
    <button
      type="button"
      className="g-chip-remove"
      aria-label={words.removeFilter(name)}
      title={words.removeFilter(name)}
      onClick={onRemove}
    >
      <Icon name="times" />
    </button>
  );
}
