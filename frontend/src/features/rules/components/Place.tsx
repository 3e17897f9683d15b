/** Where a rule stands in the order, and its ways to stand elsewhere: pulled, one step, or to a place. */
import type { DragEvent } from 'react';
import type { RuleLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';

export interface Moving {
  count: number;
  step: (rule: RuleLineFragment, by: -1 | 1) => void;
  choose: (rule: RuleLineFragment) => void;
  pull: (rule: RuleLineFragment, event: DragEvent) => void;
}

export function Place({ rule, moving }: { rule: RuleLineFragment; moving: Moving | null }) {
  const words = useLabels(labels);
  const { id, name, place } = rule;
  if (!moving) return <span className="ru-place">{place}</span>;
  return (
    <span className="ru-place" data-rule={id}>
      <span className="gl-grip" draggable onDragStart={(event) => moving.pull(rule, event)}>
        <Icon name="bars" />
      </span>
      <button
        type="button"
        className="g-link"
        data-step="0"
        aria-label={words.moveTo(name, place)}
        onClick={() => moving.choose(rule)}
      >
        {place}
      </button>
      <Button
        look="quiet"
        small
        icon="arrow-up"
        data-step="-1"
        aria-label={words.moveUp(name)}
        disabled={place === 1}
        onClick={() => moving.step(rule, -1)}
      />
      <Button
        look="quiet"
        small
        icon="arrow-down"
        data-step="1"
        aria-label={words.moveDown(name)}
        disabled={place >= moving.count}
        onClick={() => moving.step(rule, 1)}
      />
    </span>
  );
}
