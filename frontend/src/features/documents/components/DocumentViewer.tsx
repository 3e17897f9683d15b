/** The original text of a document: numbered lines, search, wrapping. Only lines in sight are drawn. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentLineFragment } from '@/generated/graphql';
import { callApi } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { Button, Problem, Skeleton } from '@/ui';
import '../documents.css';
import { labels } from '../labels';
import { findHits, viewerLines } from '../search';
import { DownloadButton } from './DownloadButton';

const SHOWN_BYTES = 2_000_000;
const LINE_PX = 20;
const MARGIN_LINES = 30;

export function DocumentViewer({ document, startLine }: { document: DocumentLineFragment; startLine?: number }) {
  const words = useLabels(labels);
  const { text, error, reload } = useDocumentText(document.id);
  if (error) return <Problem error={error} onRetry={reload} />;
  if (text === null) return <div aria-busy="true"><p className="g-sr" role="status">{words.loading}</p><Skeleton lines={12} /></div>;
  return <TextView document={document} text={text} {...(startLine ? { startLine } : {})} />;
}

function useDocumentText(id: string) {
  const [state, setState] = useState<{ text: string | null; error: unknown }>({ text: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState({ text: null, error: null });
    callApi(`/api/documents/${encodeURIComponent(id)}?as=text`, { signal: stop.signal })
      .then((response) => response.text())
      .then((text) => setState({ text, error: null }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ text: null, error });
      });
    return () => stop.abort();
  }, [id, attempt]);
  return { ...state, reload: () => setAttempt(attempt + 1) };
}

function TextView({ document, text, startLine }: { document: DocumentLineFragment; text: string; startLine?: number }) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const lines = useMemo(() => viewerLines(text), [text]);
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const hits = useMemo(() => findHits(lines, needle.trim()), [lines, needle]);
  const frame = useRef<HTMLDivElement>(null);
  const current = hits[at];
  const target = current?.line ?? (startLine ? startLine - 1 : undefined);
  useEffect(() => {
    if (target !== undefined) frame.current?.scrollTo({ top: Math.max(0, (target - 8) * LINE_PX) });
  }, [target]);
  const step = (by: number) => setAt((at + by + hits.length) % hits.length);
  return (
    <div className="d-viewer">
      <form className="d-bar" role="search" onSubmit={(event) => { event.preventDefault(); if (hits.length > 0) step(1); }}>
        <input type="search" className="p-inputtext p-component" aria-label={words.search} placeholder={words.search} value={needle} onChange={(event) => { setNeedle(event.target.value); setAt(0); }} />
        <span role="status" className="g-muted g-count">{needle.trim() && (hits.length > 0 ? words.hits(formatCount(at + 1, numberFormat), formatCount(hits.length, numberFormat)) : words.noHits)}</span>
        <Button small look="quiet" icon="chevron-up" aria-label={words.previousHit} disabled={hits.length === 0} onClick={() => step(-1)} />
        <Button small look="quiet" icon="chevron-down" aria-label={words.nextHit} disabled={hits.length === 0} onClick={() => step(1)} />
        <DownloadButton document={document} />
      </form>
      {Number(document.size) > SHOWN_BYTES && <p className="g-notice g-tone-info">{words.cut(formatBytes(SHOWN_BYTES, numberFormat))}</p>}
      <Lines key={document.id} frame={frame} lines={lines} name={words.content(document.name)} needle={needle.trim()} target={target} />
    </div>
  );
}

function Lines({ frame, lines, name, needle, target }: { frame: React.RefObject<HTMLDivElement | null>; lines: readonly string[]; name: string; needle: string; target: number | undefined }) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => setHeight(frame.current?.clientHeight || 600), [frame]);
  const first = Math.max(0, Math.floor(top / LINE_PX) - MARGIN_LINES);
  const last = Math.min(lines.length, Math.ceil((top + height) / LINE_PX) + MARGIN_LINES);
  return (
    <div ref={frame} className="d-text" role="region" aria-label={name} tabIndex={0} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <div style={{ height: lines.length * LINE_PX, paddingTop: first * LINE_PX }}>
        {lines.slice(first, last).map((line, index) => {
          const number = first + index;
          return (
            <div key={number} className={`d-line${number === target ? ' d-line-target' : ''}`}>
              <span className="d-number" aria-hidden="true">{number + 1}</span>
              <code>{needle ? <Marked line={line} needle={needle} /> : line}</code>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Marked({ line, needle }: { line: string; needle: string }) {
  const pieces: React.ReactNode[] = [];
  let from = 0;
  for (const { start } of findHits([line], needle)) {
    pieces.push(line.slice(from, start), <mark key={start}>{line.slice(start, start + needle.length)}</mark>);
    from = start + needle.length;
  }
  pieces.push(line.slice(from));
  return pieces;
}
