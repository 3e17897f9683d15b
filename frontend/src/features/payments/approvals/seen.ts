/** What somebody saw before deciding about many documents: their hashes, and exact sums by currency. */

interface Seen {
  correlationId: string;
  approval: { sha256: string } | null;
  totals: readonly { currency: string; amount: string }[];
}

/** The documents by their hashes; a journal that is not up for approval is told by the server. */
export const seenOf = (rows: readonly Seen[]): { correlationId: string; sha256: string }[] =>
  rows.map(({ correlationId, approval }) => ({ correlationId, sha256: approval?.sha256 ?? '' }));

const DIGITS = 5;

/** An amount in hundred-thousandths, exactly. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
  return amount.startsWith('-') ? -value : value;
}

function amountOf(value: bigint): string {
  const text = String(value < 0n ? -value : value).padStart(DIGITS + 1, '0');
  const fraction = text.slice(-DIGITS).replace(/0{1,3}$/, '');
  return `${value < 0n ? '-' : ''}${text.slice(0, -DIGITS)}.${fraction}`;
}

/** Sums by currency, which are never added together, in the order of their names. */
export function sumsOf(
  rows: readonly Pick<Seen, 'totals'>[],
): { currency: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows.flatMap(({ totals }) => totals))
    sums.set(currency, (sums.get(currency) ?? 0n) + units(amount));
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, value]) => ({ currency, amount: amountOf(value) }));
}
