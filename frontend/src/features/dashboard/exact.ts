/** Exact reckoning with decimal strings: sums and order, without a binary float on the way. */

interface Scaled {
  units: bigint;
  digits: number;
}

function scaled(value: string): Scaled {
  const [whole = '0', fraction = ''] = value.split('.');
  return { units: BigInt(whole + fraction), digits: fraction.length };
}

const widened = ({ units, digits }: Scaled, to: number) => units * 10n ** BigInt(to - digits);

/** The exact sum; zero of nothing. */
export function sumOf(values: readonly string[]): string {
  const parts = values.map(scaled);
  const digits = Math.max(0, ...parts.map((part) => part.digits));
  return written(
    parts.reduce((sum, part) => sum + widened(part, digits), 0n),
    digits,
  );
}

/** What is left of an amount when another is taken away. */
export function differenceOf(value: string, less: string): string {
  return sumOf([value, less.startsWith('-') ? less.slice(1) : `-${less}`]);
}

function written(units: bigint, digits: number): string {
  if (digits === 0) return String(units);
  const sign = units < 0n ? '-' : '';
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Which of two amounts is larger, for sorting. */
export function compareExact(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)];
  const digits = Math.max(left.digits, right.digits);
  const difference = widened(left, digits) - widened(right, digits);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
