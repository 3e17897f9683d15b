/** Amounts and dates as every screen shows them. */
import { formatAge, formatDate, formatInstant } from '@/kernel/dates';
import { formatDecimal, signOf, type Money } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { useLabels } from '@/kernel/i18n';
import { useTicks } from '@/kernel/ticks';
import { labels } from './labels';

/** An exact amount with its currency; tabular digits, and a sign that is not only a colour. */
export function MoneyText({ value, signed = false }: { value: Money; signed?: boolean }) {
  const { numberFormat } = useNotation();
  const sign = signOf(value.amount);
  const plus = signed && sign > 0 ? '+' : '';
  return (
    <span className={`g-money${signed && sign > 0 ? ' g-money-in' : ''}`}>
      {plus}
      {formatDecimal(value.amount, numberFormat, value.currency)}{' '}
      <span className="g-currency">{value.currency}</span>
    </span>
  );
}

/** An exact amount where the currency stands beside it already. */
export function AmountText({ amount, currency }: { amount: string; currency?: string | null }) {
  const { numberFormat } = useNotation();
  return <span className="g-money">{formatDecimal(amount, numberFormat, currency ?? null)}</span>;
}

/** A calendar date of the bank. */
export function DateText({ value }: { value: string | null | undefined }) {
  const { dateFormat } = useNotation();
  if (!value) return <NoValue />;
  return (
    <time dateTime={value.slice(0, 10)} className="g-date">
      {formatDate(value, dateFormat)}
    </time>
  );
}

/** A moment, in the person's own zone; the exact instant is the title. */
export function InstantText({ value, seconds = false }: { value: string; seconds?: boolean }) {
  const { dateFormat } = useNotation();
  return (
    <time dateTime={value} title={value} className="g-date">
      {formatInstant(value, dateFormat, seconds)}
    </time>
  );
}

/** How long ago a moment was, growing while it is seen; the exact instant is the title. */
export function AgeText({ value }: { value: string }) {
  useTicks();
  const { language } = useNotation();
  return (
    <time dateTime={value} title={value}>
      {formatAge(value, language)}
    </time>
  );
}

/** A dash for the eye, a word for the ear, where the bank sent nothing. */
export function NoValue() {
  const words = useLabels(labels);
  return (
    <span className="g-muted">
      <span aria-hidden="true">–</span>
      <span className="g-sr">{words.none}</span>
    </span>
  );
}
