/** What else may be ticked for an entry, and what is left of it by what is ticked. */
import { useId } from 'react';
import type { DeskEntryFragment } from '@/generated/graphql';
import { differenceLabels } from '@/features/statements';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, signOf } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, MoneyText, QueryStates, SearchField, Skeleton } from '@/ui';
import { amountOf, nameOf, type Choosable } from '../choosable';
import { labels } from '../labels';
import { restOf, sumOf, type Choosing } from '../useChoosing';
import { ItemFacts } from './ItemFacts';
import { PaymentFacts } from './PaymentFacts';

const REASONS = ['CHARGE', 'EXCHANGE', 'ROUNDING', 'OTHER'] as const;
export const FIND_ID = 'rec-find';
export const REASON_ID = 'rec-reason';
export const NOTE_ID = 'rec-note';

/** The box that puts something among the chosen, with its word or before it. */
export function Tick({
  one,
  choosing,
  onTick,
  children,
}: {
  one: Choosable;
  choosing: Choosing;
  onTick: (one: Choosable) => void;
  children?: string;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { amount, currency } = amountOf(one);
  const said = `${formatDecimal(amount, numberFormat, currency)} ${currency}`;
  return (
    <label className="rec-tick">
      <input
        type="checkbox"
        checked={choosing.choice.ticked.some(({ key }) => key === one.key)}
        aria-label={words.tickNamed(nameOf(one) ?? words.noName, said)}
        onChange={() => onTick(one)}
      />
      {children}
    </label>
  );
}

export function Others({
  entry,
  choosing,
  at,
  onTick,
}: {
  entry: DeskEntryFragment;
  choosing: Choosing;
  /** Which of them is meant by keys. */
  at: number;
  onTick: (one: Choosable) => void;
}) {
  const words = useLabels(labels);
  const name = useId();
  const isOut = entry.direction === 'DEBIT';
  // Without an ERP that tells what is owed, nothing is there to settle by money that came in.
  const isNeeded = isOut || choosing.others.length > 0 || choosing.choice.text !== '';
  if (!isNeeded) return null;
  return (
    <section className="rec-others" aria-labelledby={name}>
      <h3 id={name}>{words.others}</h3>
      <p className="g-muted rec-text">{isOut ? words.othersOut : words.othersIn}</p>
      <div id={FIND_ID}>
        <SearchField
          name={words.find}
          placeholder={words.findHint}
          value={choosing.choice.text}
          onChange={(text) => choosing.change({ text })}
        />
      </div>
      <QueryStates query={choosing.query} skeleton={<Skeleton lines={3} />}>
        {() =>
          choosing.others.length === 0 ? (
            <p className="g-muted">{words.nothingFound}</p>
          ) : (
            <ul className="rec-options">
              {choosing.others.map((one, each) => (
                <li
                  key={one.key}
                  className="rec-option rec-boxed"
                  aria-current={each === at || undefined}
                >
                  <Tick one={one} choosing={choosing} onTick={onTick} />
                  <div className="rec-what">
                    {one.kind === 'PAYMENT' ? (
                      <PaymentFacts payment={one.payment} />
                    ) : (
                      <ItemFacts item={one.item} />
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}

/** What is chosen comes to, what is left, and why; nothing while nothing is chosen. */
export function ChosenSum({
  entry,
  choosing,
  isBusy,
  onMatch,
}: {
  entry: DeskEntryFragment;
  choosing: Choosing;
  isBusy: boolean;
  onMatch: () => void;
}) {
  const words = useLabels(labels);
  const reasons = useLabels(differenceLabels);
  const { numberFormat } = useNotation();
  const { choice, change, lacking, limit } = choosing;
  const { ticked, reason, note } = choice;
  const { currency } = entry.amount;
  if (ticked.length === 0) return null;
  const rest = restOf(entry, ticked);
  const isLeft = signOf(rest) !== 0;
  const mayDiffer = isLeft && lacking !== 'limit';
  return (
    <form
      className="rec-sum"
      aria-label={words.chosen}
      onSubmit={(event) => {
        event.preventDefault();
        onMatch();
      }}
    >
      <dl>
        <div>
          <dt>{words.chosenCount(ticked.length)}</dt>
          <dd>
            <MoneyText value={{ amount: sumOf(ticked), currency }} />
          </dd>
        </div>
        <div>
          <dt>{words.remainder}</dt>
          <dd className={isLeft ? 'rec-left' : undefined}>
            <MoneyText value={{ amount: rest, currency }} />
          </dd>
        </div>
      </dl>
      {lacking === 'limit' && limit !== null && (
        <p className="g-muted rec-text">
          {signOf(limit) === 0
            ? words.noDifference
            : words.beyondLimit(`${formatDecimal(limit, numberFormat, currency)} ${currency}`)}
        </p>
      )}
      {mayDiffer && (
        <div className="rec-why">
          <label className="rec-field">
            {words.reason}
            <select
              id={REASON_ID}
              className="p-inputtext p-component"
              value={reason}
              onChange={({ target }) => change({ reason: target.value as typeof reason })}
            >
              <option value="">{words.chooseReason}</option>
              {REASONS.map((one) => (
                <option key={one} value={one}>
                  {reasons[one]}
                </option>
              ))}
            </select>
          </label>
          <label className="rec-field">
            {reason === 'OTHER' ? words.noteNeeded : words.note}
            <input
              id={NOTE_ID}
              className="p-inputtext p-component"
              autoComplete="off"
              maxLength={500}
              value={note}
              onChange={({ target }) => change({ note: target.value })}
            />
          </label>
        </div>
      )}
      <div className="g-actions">
        <Button
          small
          type="submit"
          look="primary"
          icon="link"
          disabled={isBusy || lacking !== 'nothing'}
        >
          {isLeft ? words.matchDiffering : words.matchChosen}
        </Button>
        <Button small look="quiet" onClick={() => change({ ticked: [] })}>
          {words.clear}
        </Button>
      </div>
    </form>
  );
}
