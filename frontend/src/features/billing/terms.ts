/** What somebody chooses for the subscription: read from a form, and what can be told of it without asking. */
import type {
  BillingInterval,
  PlanTextFragment,
  SubscriptionTermsInput,
  TermsFragment,
} from '@/generated/graphql';

export interface TermsChoice {
  plan: string;
  interval: BillingInterval;
  currency: string;
  seats: string;
}

/** What the dialog begins with: what waits, else what is, with seats that fit the plan. */
export function choiceOf(terms: TermsFragment): TermsChoice {
  return {
    plan: terms.plan.id,
    interval: terms.interval,
    currency: terms.currency,
    seats: String(terms.seats),
  };
}

/** Another plan comes with at least its own seats. */
export function withPlan(
  choice: TermsChoice,
  plan: PlanTextFragment,
  was: PlanTextFragment | undefined,
): TermsChoice {
  const own = Number(choice.seats);
  const isUsual = was !== undefined && own === was.seats;
  return {
    ...choice,
    plan: plan.id,
    seats: String(isUsual ? plan.seats : Math.max(own || 0, plan.seats)),
  };
}

/** As the server takes it; nothing while the seats are no number. */
export function wantedOf({
  plan,
  interval,
  currency,
  seats,
}: TermsChoice): SubscriptionTermsInput | null {
  return /^\d{1,5}$/.test(seats.trim()) ? { plan, interval, currency, seats: Number(seats) } : null;
}

/** The price of a plan in a currency, where it has one. */
export const priceIn = (plan: PlanTextFragment, currency: string) =>
  plan.prices.find((price) => price.currency === currency);
