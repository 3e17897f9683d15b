/** Which columns a list shows, in what order and how wide; by mouse and by keys alike. */
import { useRef, useState, type DragEvent } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { Icon } from '../Icon';
import type { Column } from './Column';
import { AS_DECLARED, isShown, isUntouched, ordered, widthOf, withMoved, withShown, withWidth } from './columnChoice';
import { listLabels } from './labels';
import { columnChoiceOf } from './remembered';

const WIDTH_STEP = 1;

export function ColumnsDialog<Row>({ name, columns, onClose }: { name: string; columns: readonly Column<Row>[]; onClose: () => void }) {
  const words = useLabels(listLabels);
  const store = columnChoiceOf(name);
  const choice = useStore(store);
  const [atFirst] = useState(choice);
  const pulled = useRef<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const all = ordered(columns, choice);
  const shownCount = all.filter((column) => isShown(column, choice)).length;
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (pulled.current) store.set(withMoved(choice, columns, pulled.current, at));
    pulled.current = null;
    setOver(null);
  };
  return (
    <Dialog title={words.columns} confirm={words.done} onConfirm={onClose} onClose={() => { store.set(atFirst); onClose(); }}>
      <p className="g-muted">{words.columnsHelp}</p>
      <ul className="gl-columns">
        {all.map((column, at) => {
          const shown = isShown(column, choice);
          const width = widthOf(column, choice);
          return (
            <li
              key={column.key}
              draggable
              className={over === column.key ? 'gl-over' : undefined}
              onDragStart={() => { pulled.current = column.key; }}
              onDragOver={(event) => { event.preventDefault(); setOver(column.key); }}
              onDrop={(event) => drop(event, at)}
              onDragEnd={() => setOver(null)}
            >
              <Icon name="bars" className="gl-grip" />
              <label>
                <input type="checkbox" checked={shown} disabled={shown && shownCount === 1} onChange={() => store.set(withShown(choice, column, !shown))} />
                {column.header}
              </label>
              <span className="g-actions">
                <Button look="quiet" small icon="minus" aria-label={words.narrower(column.header)} disabled={!shown} onClick={() => store.set(withWidth(choice, column.key, width - WIDTH_STEP))} />
                <Button look="quiet" small icon="plus" aria-label={words.wider(column.header)} disabled={!shown} onClick={() => store.set(withWidth(choice, column.key, width + WIDTH_STEP))} />
                <Button look="quiet" small icon="arrow-up" aria-label={words.moveUp(column.header)} disabled={at === 0} onClick={() => store.set(withMoved(choice, columns, column.key, at - 1))} />
                <Button look="quiet" small icon="arrow-down" aria-label={words.moveDown(column.header)} disabled={at === all.length - 1} onClick={() => store.set(withMoved(choice, columns, column.key, at + 1))} />
              </span>
            </li>
          );
        })}
      </ul>
      <Button look="quiet" small icon="undo" disabled={isUntouched(choice)} onClick={() => store.set(AS_DECLARED)}>{words.columnsReset}</Button>
    </Dialog>
  );
}
