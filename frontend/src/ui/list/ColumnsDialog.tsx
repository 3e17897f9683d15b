/** Which columns a list shows, in what order and how wide; by mouse and by keys alike. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import type { Column } from './Column';
import {
  AS_DECLARED,
  isShown,
  isUntouched,
  ordered,
  widthOf,
  withMoved,
  withShown,
  withWidth,
} from './columnChoice';
import { listLabels } from './labels';
import { OrderedList } from './OrderedList';
import { columnChoiceOf } from './remembered';

const WIDTH_STEP = 1;

export function ColumnsDialog<Row>({
  name,
  columns,
  onClose,
}: {
  name: string;
  columns: readonly Column<Row>[];
  onClose: () => void;
}) {
  const words = useLabels(listLabels);
  const store = columnChoiceOf(name);
  const choice = useStore(store);
  const [atFirst] = useState(choice);
  const all = ordered(columns, choice);
  const shownCount = all.filter((column) => isShown(column, choice)).length;
  return (
    <Dialog
      title={words.columns}
      confirm={words.done}
      onConfirm={onClose}
      onClose={() => {
        store.set(atFirst);
        onClose();
      }}
    >
      <p className="g-muted">{words.columnsHelp}</p>
      <OrderedList
        items={all}
        keyOf={({ key }) => key}
        nameOf={({ header }) => header}
        onMove={(key, to) => store.set(withMoved(choice, columns, key, to))}
        renderMore={(column) => (
          <>
            <Button
              look="quiet"
              small
              icon="minus"
              aria-label={words.narrower(column.header)}
              disabled={!isShown(column, choice)}
              onClick={() =>
                store.set(withWidth(choice, column.key, widthOf(column, choice) - WIDTH_STEP))
              }
            />
            <Button
              look="quiet"
              small
              icon="plus"
              aria-label={words.wider(column.header)}
              disabled={!isShown(column, choice)}
              onClick={() =>
                store.set(withWidth(choice, column.key, widthOf(column, choice) + WIDTH_STEP))
              }
            />
          </>
        )}
      >
        {(column) => {
          const shown = isShown(column, choice);
          return (
            <label>
              <input
                type="checkbox"
                checked={shown}
                disabled={shown && shownCount === 1}
                onChange={() => store.set(withShown(choice, column, !shown))}
              />
              {column.header}
            </label>
          );
        }}
      </OrderedList>
      <Button
        look="quiet"
        small
        icon="undo"
        disabled={isUntouched(choice)}
        onClick={() => store.set(AS_DECLARED)}
      >
        {words.columnsReset}
      </Button>
    </Dialog>
  );
}
