/** What is wrong with a form: one flaw at a field stands there, with the focus; more, or others, are summed up above. */
import { useEffect, useRef } from 'react';
import { useLabels } from '@/kernel/i18n';
import { labels } from '../labels';
import { fieldId } from './TextField';
import type { Form } from './useForm';

export function FlawSummary({
  form: { id, flaws, refusals },
}: {
  form: Pick<Form, 'id' | 'flaws' | 'refusals'>;
}) {
  const words = useLabels(labels);
  const summary = useRef<HTMLDivElement>(null);
  const alone = flaws.length === 1 ? (flaws[0]?.field ?? null) : null;
  const goal = useRef(alone);
  goal.current = alone;
  useEffect(() => {
    if (refusals > 0)
      (goal.current === null
        ? summary.current
        : document.getElementById(fieldId(id, goal.current))
      )?.focus();
  }, [refusals, id]);
  if (flaws.length === 0 || alone !== null) return null;
  return (
    <div ref={summary} className="g-notice g-tone-bad g-flaws" role="alert" tabIndex={-1}>
      {flaws.length > 1 && <strong>{words.flaws(flaws.length)}</strong>}
      <ul>
        {flaws.map(({ field, message }) => (
          <li key={`${field ?? ''} ${message}`}>
            {field === null ? (
              message
            ) : (
              <button
                type="button"
                className="g-link"
                onClick={() => document.getElementById(fieldId(id, field))?.focus()}
              >
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
