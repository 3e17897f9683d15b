/** A question to the graph, written by hand: only where the product is tried out, never in production. */
import { useId, useState } from 'react';
import { postJson } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { Button, Skeleton } from '@/ui';
import { graphLabels } from '../graphLabels';

const BEGIN = '{\n  viewer { name roles }\n}';
type Answer =
  | { state: 'none' }
  | { state: 'busy' }
  | { state: 'told'; text: string; took: number }
  | { state: 'refused'; reason: string };

export function GraphTab() {
  const words = useLabels(graphLabels);
  const id = useId();
  const [query, setQuery] = useState(BEGIN);
  const [variables, setVariables] = useState('');
  const [answer, setAnswer] = useState<Answer>({ state: 'none' });
  const ask = async () => {
    const given = read(variables);
    if (given === undefined) {
      setAnswer({ state: 'refused', reason: words.noJson });
      return;
    }
    setAnswer({ state: 'busy' });
    const began = performance.now();
    try {
      const told = await postJson<object>('/api/data/graphql', { query, variables: given });
      setAnswer({
        state: 'told',
        text: JSON.stringify(told, null, 2),
        took: Math.round(performance.now() - began),
      });
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      setAnswer({
        state: 'refused',
        reason: [detail ?? words.failed, correlationId].filter(Boolean).join(' · '),
      });
    }
  };
  return (
    <div className="g-stack">
      <p className="g-muted">{words.lead}</p>
      <div className="g-field">
        <label htmlFor={`${id}-query`}>{words.question}</label>
        <textarea
          id={`${id}-query`}
          className="p-inputtext p-component db-code"
          rows={10}
          spellCheck={false}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void ask();
          }}
        />
      </div>
      <div className="g-field">
        <label htmlFor={`${id}-variables`}>{words.variables}</label>
        <textarea
          id={`${id}-variables`}
          className="p-inputtext p-component db-code"
          rows={3}
          spellCheck={false}
          value={variables}
          onChange={({ target }) => setVariables(target.value)}
        />
      </div>
      <div className="g-actions">
        <Button icon="play" disabled={answer.state === 'busy'} onClick={() => void ask()}>
          {words.ask}
        </Button>
      </div>
      <div aria-live="polite">
        {answer.state === 'busy' && <Skeleton lines={6} />}
        {answer.state === 'refused' && (
          <p className="g-field-error" role="alert">
            {answer.reason}
          </p>
        )}
        {answer.state === 'told' && (
          <>
            <p className="g-muted">{words.took(answer.took)}</p>
            <pre className="db-text" aria-label={words.answer}>
              {answer.text}
            </pre>
          </>
        )}
      </div>
    </div>
  );
}

/** The variables; nothing at all where they are no JSON object. */
function read(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
