/** Sums of a list of the made-up world. */
type Row = Record<string, unknown>;

/** What payments come to by currency, as the server adds them up. */
export function sumsOf(rows: readonly Row[]): Row[] {
  const sums = new Map<string, { cents: number; count: number }>();
  for (const { amount } of rows) {
    const { amount: value, currency } = amount as { amount: string; currency: string };
    const { cents, count } = sums.get(currency) ?? { cents: 0, count: 0 };
    sums.set(currency, { cents: cents + Math.round(Number(value) * 100), count: count + 1 });
  }
  return [...sums].map(([currency, { cents, count }]) => ({
    currency,
    amount: (cents / 100).toFixed(2),
    count,
  }));
}
