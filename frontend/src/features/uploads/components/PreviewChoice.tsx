/** Whether a statement is shown with what its import changes first; this browser remembers. */
import { useId } from 'react';
import { useLabels } from '@/kernel/i18n';
import { prefer, usePreference } from '@/kernel/preferences';
import { labels } from '../labels';

export function PreviewChoice() {
  const words = useLabels(labels);
  const isChosen = usePreference('previewFirst');
  const id = useId();
  return (
    <div className="u-preview-choice">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          aria-describedby={id}
          onChange={() => prefer({ previewFirst: !isChosen })}
        />{' '}
        {words.previewFirst}
      </label>
      <small id={id} className="g-muted">
        {words.previewFirstHelp}
      </small>
    </div>
  );
}
