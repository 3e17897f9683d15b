/** A text to be read: laid out or as stored, with numbered lines, folding, search and wrapping. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { Button, copyText } from '@/ui';
import { labels } from '../labels';
import { laidOut, linesOf, realBreaks, unfolded, type Line } from '../text';

const NONE_FOLDED: ReadonlySet<number> = new Set();

export function LogText({ text, name }: { text: string; name: string }) {
  const words = useLabels(labels);
  const [isRaw, setRaw] = useState(false);
  const [wraps, setWraps] = useState(true);
  const [folded, setFolded] = useState(NONE_FOLDED);
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const [copied, setCopied] = useState(false);
  const lines = useMemo(() => linesOf(isRaw ? realBreaks(text) : laidOut(text)), [text, isRaw]);
  const hits = useMemo(() => hitsOf(lines, needle.trim()), [lines, needle]);
  const target = hits[at % Math.max(1, hits.length)] ?? null;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = frame.current?.querySelector<HTMLElement>(`[data-line="${target}"]`);
    if (frame.current && line)
      frame.current.scrollTop = line.offsetTop - frame.current.clientHeight / 2;
  }, [target]);
  if (text === '') return <p className="g-muted">{words.nothing}</p>;
  const fold = (number: number) =>
    setFolded((now) =>
      now.has(number)
        ? new Set([...now].filter((each) => each !== number))
        : new Set([...now, number]),
    );
  return (
    <div className="l-viewer">
      <div className="g-actions l-tools">
        <span className="gl-segments" role="group">
          <button
            type="button"
            aria-pressed={!isRaw}
            onClick={() => {
              setRaw(false);
              setFolded(NONE_FOLDED);
            }}
          >
            {words.pretty}
          </button>
          <button
            type="button"
            aria-pressed={isRaw}
            onClick={() => {
              setRaw(true);
              setFolded(NONE_FOLDED);
            }}
          >
            {words.raw}
          </button>
        </span>
        <Button small aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          {words.wrap}
        </Button>
        <Button
          small
          icon={copied ? 'check' : 'copy'}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {words.copy}
        </Button>
        <span className="g-sr" role="status">
          {copied ? words.copied : ''}
        </span>
        <Button
          small
          icon="download"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), `${name}.txt`)}
        >
          {words.download}
        </Button>
      </div>
      <div className="l-find">
        <input
          type="search"
          className="p-inputtext p-component"
          aria-label={words.find}
          placeholder={words.find}
          value={needle}
          onChange={(event) => {
            setNeedle(event.target.value);
            setAt(0);
            setFolded(NONE_FOLDED);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && hits.length > 0) setAt((at + 1) % hits.length);
          }}
        />
        {needle.trim() && (
          <span role="status">{words.hits(hits.length === 0 ? 0 : at + 1, hits.length)}</span>
        )}
        {hits.length > 1 && (
          <Button
            small
            look="quiet"
            icon="chevron-down"
            aria-label={words.nextHit}
            onClick={() => setAt((at + 1) % hits.length)}
          />
        )}
      </div>
      <div
        ref={frame}
        className={`l-text${wraps ? ' l-wraps' : ''}`}
        role="region"
        aria-label={name}
        tabIndex={0}
      >
        {unfolded(lines, folded).map((line) => (
          <LineRow
            key={line.number}
            line={line}
            isFolded={folded.has(line.number)}
            isTarget={line.number === target}
            onFold={fold}
          />
        ))}
      </div>
    </div>
  );
}

function LineRow({
  line: { number, text, inside },
  isFolded,
  isTarget,
  onFold,
}: {
  line: Line;
  isFolded: boolean;
  isTarget: boolean;
  onFold: (number: number) => void;
}) {
  const words = useLabels(labels);
  return (
    <div className={`l-line${isTarget ? ' l-target' : ''}`} data-line={number}>
      <span className="l-number" aria-hidden="true">
        {number}
      </span>
      {inside > 0 ? (
        <button
          type="button"
          className="l-fold"
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? words.unfold : words.fold} ${number}`}
          onClick={() => onFold(number)}
        >
          {isFolded ? '▸' : '▾'}
        </button>
      ) : (
        <span className="l-fold" />
      )}
      <code>
        {text}
        {isFolded && <em> … {words.folded(inside)}</em>}
      </code>
    </div>
  );
}

/** Numbers of the lines that hold it, whatever its case. */
function hitsOf(lines: readonly Line[], needle: string): readonly number[] {
  const sought = needle.toLowerCase();
  return sought
    ? lines.filter(({ text }) => text.toLowerCase().includes(sought)).map(({ number }) => number)
    : [];
}
