/** Rows that a person puts in order: by dragging, or with two buttons that keep the focus. */
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Button } from '../Button';
import { Icon } from '../Icon';
import { listLabels } from './labels';
import './ordered.css';

interface OrderedListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** The row of that key is to stand at that place. */
  onMove: (key: string, to: number) => void;
  children: (item: Item) => ReactNode;
  /** Buttons beside those that move a row. */
  renderMore?: (item: Item) => ReactNode;
}

export function OrderedList<Item>({
  items,
  keyOf,
  nameOf,
  onMove,
  children,
  renderMore,
}: OrderedListProps<Item>) {
  const words = useLabels(listLabels);
  const list = useRef<HTMLUListElement>(null);
  const pulled = useRef<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [latest, setLatest] = useState<{ key: string; step: -1 | 1 } | null>(null);
  useEffect(() => {
    // A row that is put elsewhere in the page loses the focus; at either end one button can go no further.
    const row =
      latest &&
      [...(list.current?.children ?? [])].find(
        (each) => each instanceof HTMLElement && each.dataset['key'] === latest.key,
      );
    const [up, down] = row ? row.querySelectorAll<HTMLButtonElement>('[data-move]') : [];
    const pressed = latest?.step === -1 ? up : down;
    (pressed?.disabled ? (pressed === up ? down : up) : pressed)?.focus();
  }, [latest]);
  const move = (key: string, at: number, step: -1 | 1) => {
    onMove(key, at + step);
    setLatest({ key, step });
  };
  // Rows may hold fields, in which a pressed mouse chooses text; so they are pulled by their grip.
  const pull = ({ currentTarget, dataTransfer }: DragEvent, key: string) => {
    pulled.current = key;
    dataTransfer.setData('text/plain', key);
    if (currentTarget.parentElement) dataTransfer.setDragImage(currentTarget.parentElement, 0, 0);
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (pulled.current) onMove(pulled.current, at);
    pulled.current = null;
    setOver(null);
  };
  const at = items.findIndex((item) => keyOf(item) === latest?.key);
  const told = items[at];
  return (
    <>
      <ul ref={list} className="gl-ordered">
        {items.map((item, place) => {
          const key = keyOf(item);
          return (
            <li
              key={key}
              data-key={key}
              className={over === key ? 'gl-over' : undefined}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(key);
              }}
              onDrop={(event) => drop(event, place)}
            >
              <span
                className="gl-grip"
                draggable
                onDragStart={(event) => pull(event, key)}
                onDragEnd={() => setOver(null)}
              >
                <Icon name="bars" />
              </span>
              {children(item)}
              <span className="g-actions">
                {renderMore?.(item)}
                <Button
                  look="quiet"
                  small
                  icon="arrow-up"
                  data-move=""
                  aria-label={words.moveUp(nameOf(item))}
                  disabled={place === 0}
                  onClick={() => move(key, place, -1)}
                />
                <Button
                  look="quiet"
                  small
                  icon="arrow-down"
                  data-move=""
                  aria-label={words.moveDown(nameOf(item))}
                  disabled={place === items.length - 1}
                  onClick={() => move(key, place, 1)}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <p className="g-sr" aria-live="polite">
        {told !== undefined && words.placed(nameOf(told), at + 1, items.length)}
      </p>
    </>
  );
}
