/** A document to be read: its elements as a tree beside its original text with numbered lines, and search. */
import { useEffect, useRef, useState } from 'react';
import type { DocumentLineFragment } from '@/generated/graphql';
import { callApi } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, Problem, Skeleton } from '@/ui';
import '../documents.css';
import { labels } from '../labels';
import { openReader, type Reader } from '../reading/reader';
import type { Hit } from '../reading/xmlIndex';
import { DownloadButton } from './DownloadButton';
import { XmlTree } from './XmlTree';

/** More than this the server does not send to be read here. */
const SHOWN_BYTES = 67_108_864;
const LINE_PX = 20;
const MARGIN_LINES = 40;
/** Browsers draw nothing taller; the scroll bar of a longer document moves over several lines a step. */
const TALLEST_PX = 12_000_000;

export function DocumentViewer({
  document,
  startLine,
}: {
  document: DocumentLineFragment;
  startLine?: number;
}) {
  const words = useLabels(labels);
  const { reader, error, reload } = useReader(document.id);
  if (error) return <Problem error={error} onRetry={reload} />;
  if (reader === null)
    return (
      <div aria-busy="true">
        <p className="g-sr" role="status">
          {words.loading}
        </p>
        <Skeleton lines={12} />
      </div>
    );
  return <ReadDocument document={document} reader={reader} {...(startLine ? { startLine } : {})} />;
}

/** Fetches a document's text and opens it for reading; closes it when it is left. */
function useReader(id: string) {
  const [state, setState] = useState<{ reader: Reader | null; error: unknown }>({
    reader: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let opened: Reader | null = null;
    const open = async () => {
      const response = await callApi(`/api/documents/${encodeURIComponent(id)}?as=text&whole=1`, {
        signal: stop.signal,
      });
      const reader = await openReader(await response.arrayBuffer());
      if (stop.signal.aborted) return reader.close();
      opened = reader;
      return setState({ reader, error: null });
    };
    setState({ reader: null, error: null });
    open().catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ reader: null, error });
    });
    return () => {
      stop.abort();
      opened?.close();
    };
  }, [id, attempt]);
  return { ...state, reload: () => setAttempt(attempt + 1) };
}

const NO_HITS: readonly Hit[] = [];

/** Where a word stands in the document; asked for anew when it changes. */
function useHits(reader: Reader, needle: string): readonly Hit[] {
  const [found, setFound] = useState<{ needle: string; hits: readonly Hit[] }>({
    needle: '',
    hits: NO_HITS,
  });
  useEffect(() => {
    let left = false;
    const wait = setTimeout(
      () => {
        void reader.find(needle).then((hits) => {
          if (!left) setFound({ needle, hits });
        });
      },
      needle ? 150 : 0,
    );
    return () => {
      left = true;
      clearTimeout(wait);
    };
  }, [reader, needle]);
  return found.needle === needle ? found.hits : NO_HITS;
}

function ReadDocument({
  document,
  reader,
  startLine,
}: {
  document: DocumentLineFragment;
  reader: Reader;
  startLine?: number;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const [picked, setPicked] = useState(startLine ? startLine - 1 : null);
  const hits = useHits(reader, needle.trim());
  const target = hits[at]?.line ?? picked ?? undefined;
  const step = (by: number) => setAt((at + by + hits.length) % hits.length);
  return (
    <div className="d-viewer">
      <form
        className="d-bar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (hits.length > 0) step(1);
        }}
      >
        <input
          type="search"
          className="p-inputtext p-component"
          aria-label={words.search}
          placeholder={words.search}
          value={needle}
          onChange={(event) => {
            setNeedle(event.target.value);
            setAt(0);
          }}
        />
        <span role="status" className="g-muted g-count">
          {needle.trim() &&
            (hits.length > 0
              ? words.hits(
                  formatCount(at + 1, numberFormat),
                  formatCount(hits.length, numberFormat),
                )
              : words.noHits)}
        </span>
        <Button
          small
          look="quiet"
          icon="chevron-up"
          aria-label={words.previousHit}
          disabled={hits.length === 0}
          onClick={() => step(-1)}
        />
        <Button
          small
          look="quiet"
          icon="chevron-down"
          aria-label={words.nextHit}
          disabled={hits.length === 0}
          onClick={() => step(1)}
        />
        <DownloadButton document={document} />
      </form>
      {Number(document.size) > SHOWN_BYTES && (
        <p className="g-notice g-tone-info">{words.cut(formatBytes(SHOWN_BYTES, numberFormat))}</p>
      )}
      <div className={reader.outline.isXml ? 'd-panes' : ''}>
        {reader.outline.isXml && (
          <XmlTree
            reader={reader}
            name={document.name}
            onLine={(line) => {
              setNeedle('');
              setPicked(line);
            }}
          />
        )}
        <Lines
          key={document.id}
          reader={reader}
          name={words.content(document.name)}
          needle={needle.trim()}
          target={target}
        />
      </div>
    </div>
  );
}

/** The lines around those in sight, as far as they have come. */
function useLines(
  reader: Reader,
  first: number,
  last: number,
): { first: number; lines: readonly string[] } {
  const [held, setHeld] = useState<{ first: number; lines: readonly string[] }>({
    first: 0,
    lines: [],
  });
  useEffect(() => {
    let left = false;
    void reader.lines(first, last).then((lines) => {
      if (!left) setHeld({ first, lines });
    });
    return () => {
      left = true;
    };
  }, [reader, first, last]);
  return held;
}

function Lines({
  reader,
  name,
  needle,
  target,
}: {
  reader: Reader;
  name: string;
  needle: string;
  target: number | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const total = reader.outline.lines;
  const tall = Math.min(total * LINE_PX, TALLEST_PX);
  // How many lines one pixel of the scroll bar's way stands for; the last line is reached at its end.
  const step = Math.max(1, total - height / LINE_PX) / Math.max(1, tall - height);
  useEffect(() => setHeight(frame.current?.clientHeight || 600), []);
  useEffect(() => {
    if (target !== undefined) frame.current?.scrollTo({ top: Math.max(0, (target - 8) / step) });
  }, [target, step]);
  const seen = Math.floor(top * step);
  // In steps, so that not every pixel asks again.
  const from = Math.max(0, Math.floor(seen / MARGIN_LINES) * MARGIN_LINES - MARGIN_LINES);
  const to = Math.min(total, from + Math.ceil(height / LINE_PX) + 3 * MARGIN_LINES);
  const { first, lines } = useLines(reader, from, to);
  return (
    <div
      ref={frame}
      className="d-text"
      role="region"
      aria-label={name}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div
        style={{
          height: tall,
          paddingTop:
            tall < TALLEST_PX ? first * LINE_PX : Math.max(0, top - (seen - first) * LINE_PX),
        }}
      >
        {lines.map((line, index) => {
          const number = first + index;
          return (
            <div key={number} className={`d-line${number === target ? ' d-line-target' : ''}`}>
              <span className="d-number" aria-hidden="true">
                {number + 1}
              </span>
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
  const lower = line.toLowerCase();
  const wanted = needle.toLowerCase();
  let from = 0;
  for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, from)) {
    pieces.push(
      line.slice(from, start),
      <mark key={start}>{line.slice(start, start + needle.length)}</mark>,
    );
    from = start + needle.length;
  }
  pieces.push(line.slice(from));
  return pieces;
}
