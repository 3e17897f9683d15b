/** The entries, one of them chosen; a screen reader meets a list box. */
import { useEffect, type Ref } from 'react';
import type { DeskEntryFragment } from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { signedBy } from '@/kernel/money';
import { Button, DateText, MoneyText, Tag } from '@/ui';
import { labels } from '../labels';

const optionId = (id: string) => `entry-${id}`;

export function EntryRows({
  ref,
  entries,
  at,
  onChoose,
  more,
}: {
  ref: Ref<HTMLDivElement>;
  entries: readonly DeskEntryFragment[];
  at: number;
  onChoose: (index: number) => void;
  more: (() => void) | null;
}) {
  const words = useLabels(labels);
  const chosen = entries[at]?.id ?? '';
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);
  return (
    <section className="g-card rec-entries">
      <h2 id="rec-entries">{words.entries}</h2>
      <div
        ref={ref}
        role="listbox"
        tabIndex={0}
        className="rec-list"
        aria-labelledby="rec-entries"
        aria-activedescendant={optionId(chosen)}
      >
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isChosen={index === at}
            onChoose={() => onChoose(index)}
          />
        ))}
      </div>
      {more && (
        <div className="g-actions">
          <Button small onClick={more}>
            {words.moreEntries}
          </Button>
        </div>
      )}
    </section>
  );
}

function EntryRow({
  entry,
  isChosen,
  onChoose,
}: {
  entry: DeskEntryFragment;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const words = useLabels(labels);
  return (
    // Keys are the list box's: it has the focus, and says which of its options is meant.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={optionId(entry.id)}
      role="option"
      aria-selected={isChosen}
      className="rec-entry"
      onClick={onChoose}
    >
      <EntryFacts entry={entry} />
      {entry.reconciliation.state === 'MATCHED' && (
        <Tag tone="good" icon="link">
          {words.matched}
        </Tag>
      )}
    </div>
  );
}

/** An entry in three lines: day and amount, whom, what for and on which account. */
export function EntryFacts({ entry }: { entry: DeskEntryFragment }) {
  const words = useLabels(labels);
  const { amount, currency } = entry.amount;
  return (
    <>
      <span className="rec-line">
        <DateText value={entry.bookingDate ?? entry.valueDate} />
        <MoneyText signed value={{ amount: signedBy(amount, entry.direction), currency }} />
      </span>
      <span className="rec-name">
        {entry.counterparty.name ?? entry.counterparty.account ?? words.noName}
      </span>
      <span className="g-muted rec-text">
        {entry.remittance ?? entry.reference ?? entry.additionalInformation ?? words.noText}
        {' · '}
        {accountLabel(entry.account)}
      </span>
    </>
  );
}
