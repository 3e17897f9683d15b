/** An open item in three lines: when it is due and what is open, who owes it, by which number. */
import type { DeskOpenItemFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { negated } from '@/kernel/money';
import { DateText, MoneyText } from '@/ui';
import { labels } from '../labels';

export function ItemFacts({
  item,
  isDeducted = false,
}: {
  item: DeskOpenItemFragment;
  isDeducted?: boolean;
}) {
  const words = useLabels(labels);
  const { side, number, party, amount, day, due, references } = item;
  return (
    <>
      <span className="rec-line">
        <span>
          {due ? words.due : words.ofDay} <DateText value={due ?? day} />
        </span>
        <MoneyText value={isDeducted ? { ...amount, amount: negated(amount.amount) } : amount} />
      </span>
      <span className="rec-name">{party.name ?? words.noName}</span>
      <span className="g-muted rec-text">
        {[isDeducted ? words.deducted : words[side], number, ...references].join(' · ')}
      </span>
    </>
  );
}
