/** The choice of plan, period, currency and seats. */
import { useId } from 'react';
import type { BillingInterval, SubscriptionPageQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { labels } from '../labels';
import { planName } from '../planName';
import { priceIn, withPlan, type TermsChoice } from '../terms';

interface TermsFieldsProps {
  choice: TermsChoice;
  offer: NonNullable<SubscriptionPageQuery['billingOffer']>;
  onChange: (choice: TermsChoice) => void;
}

export function TermsFields({ choice, offer, onChange }: TermsFieldsProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const id = useId();
  const plan = offer.plans.find((one) => one.id === choice.plan);
  const choosePlan = (wanted: string) => {
    const next = offer.plans.find((one) => one.id === wanted);
    if (next) onChange(withPlan(choice, next, plan));
  };
  const plans = offer.plans
    .filter((one) => priceIn(one, choice.currency))
    .map((one) => [one.id, planName(one, language)] as const);
  return (
    <div className="b-fields">
      <Select
        id={`${id}-plan`}
        label={words.plan}
        value={choice.plan}
        options={plans}
        onChange={choosePlan}
      />
      <Select
        id={`${id}-interval`}
        label={words.interval}
        value={choice.interval}
        options={[
          ['MONTH', words.monthly],
          ['YEAR', words.yearly],
        ]}
        onChange={(interval) => onChange({ ...choice, interval: interval as BillingInterval })}
      />
      <Select
        id={`${id}-currency`}
        label={words.currency}
        value={choice.currency}
        options={offer.currencies.map((one) => [one, one])}
        onChange={(currency) => onChange({ ...choice, currency })}
      />
      <div className="g-field">
        <label htmlFor={`${id}-seats`}>{words.seats}</label>
        <input
          id={`${id}-seats`}
          className="p-inputtext p-component g-block"
          inputMode="numeric"
          value={choice.seats}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange({ ...choice, seats: event.target.value })}
        />
        {plan && (
          <small id={`${id}-help`} className="g-muted">
            {words.seatsHelp(plan.seats)}
          </small>
        )}
      </div>
    </div>
  );
}

function Select({
  id,
  label,
  value,
  options,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="p-inputtext p-component g-block"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
