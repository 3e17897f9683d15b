/** Who is billed, between a form and the server. */
import type { BillingAccountFragment, BillingDetailsInput } from '@/generated/graphql';

const PLAIN = [
  'name',
  'address',
  'postcode',
  'city',
  'country',
  'companyNumber',
  'vatNumber',
  'orderNumber',
  'ean',
  'contact',
  'language',
] as const;

export type DetailValues = Readonly<Record<(typeof PLAIN)[number] | 'recipients', string>>;

/** What the form begins with. */
export function valuesOf(details: BillingAccountFragment): DetailValues {
  const plain = Object.fromEntries(PLAIN.map((name) => [name, details[name]])) as Record<
    (typeof PLAIN)[number],
    string
  >;
  return { ...plain, recipients: details.recipients.join('\n') };
}

/** Addresses, one on each line. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** As the server takes it. */
export function inputOf(values: DetailValues): BillingDetailsInput {
  return {
    ...values,
    country: values.country.trim().toUpperCase(),
    recipients: addressesIn(values.recipients),
  };
}
