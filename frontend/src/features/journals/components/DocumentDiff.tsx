/** What differs between two documents, line by line, with what stands around it; only rows in sight are drawn. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentLineFragment } from '@/generated/graphql';
import { callApi } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Problem, Skeleton } from '@/ui';
import { documentLabels } from '../documentLabels';
import { aroundChanges, diffOf, linesOf, Rows, type Row } from '../lineDiff';

const ROW_PX = 20;
const MARGIN_ROWS = 30;
const MARKS = { same: ' ', removed: '−', added: '+' } as const;
interface Found {
  rows: Rows;
  changed: number;
  widest: number;
  isApart: boolean;
}

export function DocumentDiff({
  left,
  right,
}: {
  left: DocumentLineFragment;
  right: DocumentLineFragment;
}) {
  const words = useLabels(documentLabels);
  const { found, error, retry } = useDiff(left.id, right.id);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (found === null)
    return (
      <div aria-busy="true">
        <p className="g-sr" role="status">
          {words.comparing}
        </p>
        <Skeleton lines={8} />
      </div>
    );
  return <Differences found={found} />;
}

/** The same of two texts that are here already. */
export function TextDiff({ left, right }: { left: string; right: string }) {
  const found = useMemo(() => compared(left, right), [left, right]);
  return <Differences found={found} />;
}

function Differences({ found }: { found: Found }) {
  const words = useLabels(documentLabels);
  const { numberFormat } = useNotation();
  if (found.rows.length === 0)
    return (
      <p className="g-notice g-tone-good" role="status">
        {words.same}
      </p>
    );
  return (
    <>
      <p role="status" className="g-muted">
        {words.changed(formatCount(found.changed, numberFormat))}
        {found.isApart && ` ${words.partlyApart}`}
      </p>
      <DiffTable {...found} />
    </>
  );
}

function DiffTable({ rows, widest }: Found) {
  const words = useLabels(documentLabels);
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(500);
  useEffect(() => setHeight(frame.current?.clientHeight || 500), []);
  const first = Math.max(0, Math.floor(top / ROW_PX) - MARGIN_ROWS);
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW_PX) + MARGIN_ROWS);
  const shown = useMemo(
    () => Array.from({ length: last - first }, (_, index) => rows.at(first + index)),
    [rows, first, last],
  );
  return (
    <div
      ref={frame}
      className="j-diff"
      role="region"
      aria-label={words.differences}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1} style={{ minWidth: `${widest + 22}ch` }}>
        <caption className="g-sr">{words.differences}</caption>
        <thead className="g-sr">
          <tr aria-rowindex={1}>
            <th scope="col">{words.left}</th>
            <th scope="col">{words.right}</th>
            <th scope="col">{words.diff}</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && (
            <tr aria-hidden="true" style={{ height: first * ROW_PX }}>
              <td colSpan={3} />
            </tr>
          )}
          {shown.map(
            (row, index) =>
              row && <DiffRow key={first + index} row={row} place={first + index + 2} />,
          )}
          {last < rows.length && (
            <tr aria-hidden="true" style={{ height: (rows.length - last) * ROW_PX }}>
              <td colSpan={3} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function DiffRow({ row: { kind, left, right, text }, place }: { row: Row; place: number }) {
  const words = useLabels(documentLabels);
  const { numberFormat } = useNotation();
  if (kind === 'gap')
    return (
      <tr aria-rowindex={place} className="j-diff-gap">
        <td colSpan={3}>⋯</td>
      </tr>
    );
  if (kind === 'apart') {
    const counts = [
      formatCount(left ?? 0, numberFormat),
      formatCount(right ?? 0, numberFormat),
    ] as const;
    return (
      <tr aria-rowindex={place} className="j-diff-apart">
        <td colSpan={3}>
          <span>{words.apart(...counts)}</span>
        </td>
      </tr>
    );
  }
  return (
    <tr aria-rowindex={place} className={`j-diff-${kind}`}>
      <td>{left}</td>
      <td>{right}</td>
      <td>
        <code>
          <span aria-hidden="true">{MARKS[kind]}</span>
          {kind !== 'same' && <span className="g-sr">{words[kind]}: </span>}
          {text}
        </code>
      </td>
    </tr>
  );
}

async function textOf(id: string, signal: AbortSignal): Promise<string> {
  const response = await callApi(`/api/documents/${encodeURIComponent(id)}?as=text&whole=1`, {
    signal,
  });
  return response.text();
}

function compared(one: string, other: string): Found {
  const [left, right] = [linesOf(one), linesOf(other)];
  const runs = diffOf(left, right);
  const differing = runs.filter(({ kind }) => kind === 'removed' || kind === 'added');
  const longest = (lines: readonly string[]) =>
    lines.reduce((most, { length }) => Math.max(most, length), 0);
  return {
    rows: new Rows(aroundChanges(runs), left, right),
    changed: differing.reduce((sum, { count }) => sum + count, 0),
    widest: Math.max(longest(left), longest(right)),
    isApart: runs.some(({ kind }) => kind === 'apart'),
  };
}

function useDiff(
  left: string,
  right: string,
): { found: Found | null; error: unknown; retry: () => void } {
  const [state, setState] = useState<{ found: Found | null; error: unknown }>({
    found: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState({ found: null, error: null });
    Promise.all([textOf(left, stop.signal), textOf(right, stop.signal)])
      .then(([one, other]) => setState({ found: compared(one, other), error: null }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ found: null, error });
      });
    return () => stop.abort();
  }, [left, right, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
