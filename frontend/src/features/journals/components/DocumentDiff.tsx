/** What differs between two documents, line by line, with what stands around it. */
import { useEffect, useState } from 'react';
import type { DocumentLineFragment } from '@/generated/graphql';
import { callApi } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Problem, Skeleton } from '@/ui';
import { documentLabels } from '../documentLabels';
import { aroundChanges, diffOf, linesOf, type DiffLine } from '../lineDiff';

const SHOWN = 2000;
const MARKS = { same: ' ', removed: '−', added: '+' } as const;
type Outcome = { lines: readonly (DiffLine | null)[] | null; changed: number } | null;

export function DocumentDiff({ left, right }: { left: DocumentLineFragment; right: DocumentLineFragment }) {
  const words = useLabels(documentLabels);
  const { numberFormat } = useNotation();
  const { outcome, error, retry } = useDiff(left.id, right.id);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (outcome === null) return <div aria-busy="true"><p className="g-sr" role="status">{words.comparing}</p><Skeleton lines={8} /></div>;
  const { lines, changed } = outcome;
  if (lines === null) return <p className="g-notice g-tone-info" role="status">{words.tooDifferent}</p>;
  if (lines.length === 0) return <p className="g-notice g-tone-good" role="status">{words.same}</p>;
  return (
    <>
      <p role="status" className="g-muted">{words.changed(formatCount(changed, numberFormat))}{lines.length > SHOWN && ` ${words.cut}`}</p>
      <div className="j-diff" role="region" aria-label={words.differences} tabIndex={0}>
        <table>
          <caption className="g-sr">{words.differences}</caption>
          <thead className="g-sr"><tr><th scope="col">{words.left}</th><th scope="col">{words.right}</th><th scope="col">{words.diff}</th></tr></thead>
          <tbody>
            {lines.slice(0, SHOWN).map((line, at) => (line === null
              ? <tr key={at} className="j-diff-gap"><td colSpan={3}>⋯</td></tr>
              : <tr key={at} className={`j-diff-${line.kind}`}><td>{line.left}</td><td>{line.right}</td><td><code><span aria-hidden="true">{MARKS[line.kind]}</span>{line.kind !== 'same' && <span className="g-sr">{words[line.kind]}: </span>}{line.text}</code></td></tr>))}
          </tbody>
        </table>
      </div>
    </>
  );
}

async function textOf(id: string, signal: AbortSignal): Promise<string> {
  const response = await callApi(`/api/documents/${encodeURIComponent(id)}?as=text&whole=1`, { signal });
  return response.text();
}

function useDiff(left: string, right: string): { outcome: Outcome; error: unknown; retry: () => void } {
  const [state, setState] = useState<{ outcome: Outcome; error: unknown }>({ outcome: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState({ outcome: null, error: null });
    Promise.all([textOf(left, stop.signal), textOf(right, stop.signal)])
      .then(([one, other]) => {
        const lines = diffOf(linesOf(one), linesOf(other));
        const changed = lines?.filter(({ kind }) => kind !== 'same').length ?? 0;
        setState({ outcome: { lines: lines && aroundChanges(lines), changed }, error: null });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ outcome: null, error });
      });
    return () => stop.abort();
  }, [left, right, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
