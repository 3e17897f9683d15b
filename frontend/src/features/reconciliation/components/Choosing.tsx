/** What else may be ticked for an entry, and what is left of it by what is ticked. */
import { useId } from 'react';
import type { DeskEntryFragment } from '@/generated/graphql';
import { differenceLabels } from '@/features/statements';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, negated, signOf } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, MoneyText, QueryStates, SearchField, Skeleton } from '@/ui';
import {
  amountOf,
  nameOf,
  partlySettled,
  restOf,
  sumOf,
  togetherOf,
  type Choosable,
} from '../choosable';
import { labels } from '../labels';
import type { Choosing } from '../useChoosing';
import { EntryFacts } from './EntryRows';
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
  const { counterparts, beside, choice } = choosing;
  const isNeeded = isOut || counterparts.length > 0 || choice.text !== '';
  if (!isNeeded) return null;
  return (
    <section className="rec-others" aria-labelledby={name}>
      <h3 id={name}>{words.others}</h3>
      <p className="g-muted rec-text">{isOut ? words.othersOut : words.othersIn}</p>
      <div id={FIND_ID}>
        <SearchField
          name={words.find}
          placeholder={words.findHint}
          value={choice.text}
          onChange={(text) => choosing.change({ text })}
        />
      </div>
      <QueryStates query={choosing.query} skeleton={<Skeleton lines={3} />}>
        {() =>
          counterparts.length === 0 ? (
            <p className="g-muted">{words.nothingFound}</p>
          ) : (
            <Options of={counterparts} choosing={choosing} at={at} onTick={onTick} />
          )
        }
      </QueryStates>
      {beside.length > 0 && (
        <>
          <h4>{words.beside}</h4>
          <p className="g-muted rec-text">{words.besideHelp}</p>
          <Options of={beside} choosing={choosing} at={at - counterparts.length} onTick={onTick} />
        </>
      )}
    </section>
  );
}

function Options({
  of: offered,
  choosing,
  at,
  onTick,
}: {
  of: readonly Choosable[];
  choosing: Choosing;
  at: number;
  onTick: (one: Choosable) => void;
}) {
  return (
    <ul className="rec-options">
      {offered.map((one, each) => (
        <li key={one.key} className="rec-option rec-boxed" aria-current={each === at || undefined}>
          <Tick one={one} choosing={choosing} onTick={onTick} />
          <div className="rec-what">
            {one.kind === 'PAYMENT' && <PaymentFacts payment={one.payment} />}
            {one.kind === 'OPEN_ITEM' && <ItemFacts item={one.item} isDeducted={one.isDeducted} />}
            {one.kind === 'ENTRY' && <EntryFacts entry={one.entry} />}
          </div>
        </li>
      ))}
    </ul>
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
  const { choice, change, lacking, limit, isBeyond } = choosing;
  const { ticked, reason, note, partly } = choice;
  const { currency } = entry.amount;
  if (ticked.length === 0) return null;
  const rest = restOf(entry, ticked);
  const chosen = ticked.filter(({ kind }) => kind !== 'ENTRY');
  const isLeft = signOf(rest) !== 0;
  const mayDiffer = isLeft && lacking !== 'limit' && lacking !== 'counterpart';
  const parts = partlySettled(entry, ticked);
  const part = parts.find(({ id }) => id === partly);
  const inFull = (amount: string) => `${formatDecimal(amount, numberFormat, currency)} ${currency}`;
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
        {chosen.length < ticked.length && (
          <div>
            <dt>{words.together(ticked.length - chosen.length + 1)}</dt>
            <dd>
              <MoneyText value={{ amount: togetherOf(entry, ticked), currency }} />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.chosenCount(chosen.length)}</dt>
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
      {lacking === 'counterpart' && <p className="g-muted rec-text">{words.chooseCounterpart}</p>}
      {lacking === 'limit' && limit !== null && (
        <p className="g-muted rec-text">
          {signOf(limit) === 0 ? words.noDifference : words.beyondLimit(inFull(limit))}
        </p>
      )}
      {mayDiffer && (
        <div className="rec-why">
          <label className="rec-field">
            {parts.length > 0 ? words.whatIsLeft : words.reason}
            <select
              id={REASON_ID}
              className="p-inputtext p-component"
              value={part ? part.id : reason}
              onChange={({ target: { value } }) =>
                change({
                  partly: parts.some(({ id }) => id === value) ? value : '',
                  reason: REASONS.find((one) => one === value) ?? '',
                })
              }
            >
              <option value="">{words.chooseReason}</option>
              {parts.map(({ id, number }) => (
                <option key={id} value={id}>
                  {words.partPayment(number)}
                </option>
              ))}
              {!isBeyond &&
                REASONS.map((one) => (
                  <option key={one} value={one}>
                    {reasons[one]}
                  </option>
                ))}
            </select>
          </label>
          {!part && !isBeyond && (
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
          )}
        </div>
      )}
      {part && (
        <p className="g-muted rec-text">{words.staysOpen(inFull(negated(rest)), part.number)}</p>
      )}
      <div className="g-actions">
        <Button
          small
          type="submit"
          look="primary"
          icon="link"
          disabled={isBusy || lacking !== 'nothing'}
        >
          {part ? words.matchPart : isLeft && !isBeyond ? words.matchDiffering : words.matchChosen}
        </Button>
        <Button small look="quiet" onClick={() => change({ ticked: [] })}>
          {words.clear}
        </Button>
      </div>
    </form>
  );
}
