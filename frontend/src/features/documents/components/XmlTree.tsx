/** A document's elements as a tree in people's words: opened piece by piece, only rows in sight are drawn. */
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Icon } from '@/ui';
import { elementNames } from '../elements';
import { labels } from '../labels';
import type { Reader } from '../reading/reader';
import { keyTarget, treeRows, usePieces, type Row } from '../reading/tree';

const ROW_PX = 26;
const MARGIN_ROWS = 20;

export function XmlTree({
  reader,
  name,
  onLine,
}: {
  reader: Reader;
  name: string;
  onLine: (line: number) => void;
}) {
  const words = useLabels(labels);
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { pieces, open, toggle, more } = usePieces(reader);
  const rows = treeRows(pieces, open);
  const [at, setAt] = useState(0);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(500);
  useEffect(() => setHeight(frame.current?.clientHeight || 500), []);
  const first = Math.max(0, Math.floor(top / ROW_PX) - MARGIN_ROWS);
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW_PX) + MARGIN_ROWS);
  const choose = useCallback(
    (index: number, row: Row | undefined) => {
      setAt(index);
      if (row?.node) onLine(row.node.line);
      else if (row) more(row.parent);
    },
    [more, onLine],
  );
  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    const target = keyTarget(event.key, rows, at, open);
    if (target === null) return;
    event.preventDefault();
    if (target === 'toggle' && row?.node) return toggle(row.node.id);
    if (target === 'choose') return choose(at, row);
    if (typeof target === 'number') {
      setAt(target);
      const shown = frame.current;
      if (
        shown &&
        (target * ROW_PX < shown.scrollTop ||
          (target + 1) * ROW_PX > shown.scrollTop + shown.clientHeight)
      )
        shown.scrollTop = Math.max(0, target * ROW_PX - shown.clientHeight / 2);
    }
    return undefined;
  };
  return (
    <div
      ref={frame}
      className="d-tree"
      role="tree"
      aria-label={words.treeOf(name)}
      tabIndex={0}
      aria-activedescendant={`${base}-${at}`}
      onKeyDown={onKey}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: rows.length * ROW_PX, paddingTop: first * ROW_PX }}>
        {rows.slice(first, last).map((row, index) => (
          <TreeRow
            key={row.key}
            id={`${base}-${first + index}`}
            row={row}
            isOpen={row.node !== null && open.has(row.node.id)}
            isAt={first + index === at}
            onToggle={toggle}
            onChoose={() => choose(first + index, row)}
          />
        ))}
      </div>
    </div>
  );
}

function TreeRow({
  id,
  row,
  isOpen,
  isAt,
  onToggle,
  onChoose,
}: {
  id: string;
  row: Row;
  isOpen: boolean;
  isAt: boolean;
  onToggle: (id: number) => void;
  onChoose: () => void;
}) {
  const words = useLabels(labels);
  const names: Readonly<Record<string, string>> = useLabels(elementNames);
  const { numberFormat } = useNotation();
  const { node, depth } = row;
  const indent = { paddingLeft: `${depth * 1.1 + 0.4}rem` };
  if (!node) {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and hears the keys
      <div
        id={id}
        role="treeitem"
        aria-level={depth + 1}
        aria-selected={isAt}
        className={`d-node d-node-more${isAt ? ' d-node-at' : ''}`}
        style={indent}
        onClick={onChoose}
      >
        {words.moreElements(formatCount(row.left, numberFormat))}
      </div>
    );
  }
  const word = names[node.name];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and hears the keys
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isAt}
      aria-expanded={node.children > 0 ? isOpen : undefined}
      className={`d-node${isAt ? ' d-node-at' : ''}`}
      style={indent}
      onClick={() => {
        onChoose();
        if (node.children > 0) onToggle(node.id);
      }}
    >
      <span className="d-node-mark" aria-hidden="true">
        {node.children > 0 && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />}
      </span>
      <span className="d-node-word">{word ?? node.name}</span>
      {word && word !== node.name && <span className="d-node-tag">{node.name}</span>}
      {node.attributes
        .filter(({ name }) => !name.startsWith('xmlns') && !name.includes(':'))
        .map(({ name, value }) => (
          <span key={name} className="d-node-tag">
            {value}
          </span>
        ))}
      {node.text && <span className="d-node-text">{node.text}</span>}
      {node.children > 1 && (
        <span className="d-node-count g-count">{formatCount(node.children, numberFormat)}</span>
      )}
    </div>
  );
}
