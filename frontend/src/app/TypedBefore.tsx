/** What somebody had typed when their session ended, offered to them after signing in again. */
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { dropTyped, typedBefore } from '@/kernel/typed';
import { Button, CopyId, Facts, Icon } from '@/ui';
import { sessionLabels } from './sessionLabels';

export function TypedBefore() {
  const words = useLabels(sessionLabels);
  const fields = useStore(typedBefore);
  if (fields.length === 0) return null;
  return (
    <div className="g-notice g-tone-info">
      <Icon name="pencil" />
      <details>
        <summary>{words.typedBefore(fields.length)}</summary>
        <Facts
          facts={fields.map(({ label, text }) => [
            label || words.unnamedField,
            <span key={label} className="s-typed">
              {text} <CopyId bare value={text} name={label || words.unnamedField} />
            </span>,
          ])}
        />
      </details>
      <Button small icon="times" onClick={dropTyped}>
        {words.discardTyped}
      </Button>
    </div>
  );
}
