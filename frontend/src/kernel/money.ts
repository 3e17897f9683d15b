/**
 * Exact amounts as the wire carries them: decimal strings. Formatting, signs and
 * comparison work on the text; a binary float appears only where pixels are drawn.
 */
import type { Language, NumberFormat } from './preferences';

export interface Money {
  amount: string;
  currency: string;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${locale}/${minimum}/${maximum}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
    });
    formats.set(key, format);
  }
  return format;
}

/** The currencies of ISO 4217 whose minor unit is no hundredth, by the number of its decimals. */
const MINOR_UNITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const digits = new Map(
  Object.entries(MINOR_UNITS).flatMap(([count, currencies]) =>
    currencies.split(' ').map((currency) => [currency, Number(count)] as const),
  ),
);

/**
 * How many decimals a currency is written with. The browser would say how cash is written,
 * which differs by its release: banks settle forints and rupiahs with two.
 */
export function currencyDigits(currency: string | null | undefined): number {
  return digits.get(currency ?? '') ?? 2;
}

/**
 * An exact decimal string in a person's notation. Every digit that the bank sent is kept,
 * and at least the currency's own number of decimals is shown.
 */
export function formatDecimal(
  value: string,
  locale: NumberFormat,
  currency?: string | null,
): string {
  const parts = DECIMAL.exec(value);
  if (!parts) return value;
  const significant = (parts[3] ?? '').replace(/0+$/, '').length;
  const minimum = currencyDigits(currency);
  const format = numberFormat(locale, minimum, Math.max(minimum, significant));
  return format.format(value as Intl.StringNumericLiteral).replace('-', '−');
}

/** The sign of a decimal string: -1, 0 or 1. */
export function signOf(value: string): -1 | 0 | 1 {
  if (/^-?0*(\.0*)?$/.test(value)) return 0;
  return value.startsWith('-') ? -1 : 1;
}

/** The same amount with the other sign. */
export function negated(value: string): string {
  if (signOf(value) === 0) return value;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** An amount as its direction shows it: money that left is negative. */
export function signedBy(value: string, direction: 'CREDIT' | 'DEBIT'): string {
  return direction === 'DEBIT' ? negated(value) : value;
}

/** Finer than any bank's amounts, which have at most five decimals. */
const SCALE = 12;

/** By how much one exact amount is larger than another. */
export function difference(value: string, other: string): string {
  const units = (amount: string) => {
    const [whole = '0', decimals = ''] = amount.replace('-', '').split('.');
    const size = BigInt(whole + decimals.slice(0, SCALE).padEnd(SCALE, '0'));
    return amount.startsWith('-') ? -size : size;
  };
  const apart = units(value) - units(other);
  const written = String(apart < 0n ? -apart : apart).padStart(SCALE + 1, '0');
  const decimals = written.slice(-SCALE).replace(/0+$/, '');
  return `${apart < 0n ? '-' : ''}${written.slice(0, -SCALE)}${decimals && `.${decimals}`}`;
}

/** One mark before three digits groups thousands: 10.000 is ten thousand to a Dane, 10,000 elsewhere, and ten to nobody. */
const THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Read an amount as people type it, with either decimal mark; null when it is none. */
export function parseAmount(text: string): string | null {
  const bare = text.replace(/[\s\u00a0']/g, '').replace('−', '-');
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(bare)) return null;
  const mark = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  const marks = bare.match(/[.,]/g) ?? [];
  // One kind of mark, used more than once, can only group thousands: 1.234.567.
  const groupsOnly = THOUSANDS.test(bare) || (marks.length > 1 && new Set(marks).size === 1);
  if (mark < 0 || groupsOnly) return bare.replace(/[.,]/g, '');
  const whole = bare.slice(0, mark).replace(/[.,]/g, '') || '0';
  return `${whole === '-' ? '-0' : whole}.${bare.slice(mark + 1)}`.replace(/\.$/, '');
}

/** For charts only: the nearest float, good enough for a pixel. */
export function pixelValue(value: string): number {
  return Number.parseFloat(value);
}

const compacts = new Map<Language, Intl.NumberFormat>();

/** A round figure of a chart's axis: the language has the word for thousands, 400K or 400 t. */
export function formatCompact(value: number, language: Language, locale: NumberFormat): string {
  const compact =
    compacts.get(language) ??
    new Intl.NumberFormat(language, { maximumFractionDigits: 2, notation: 'compact' });
  compacts.set(language, compact);
  const marks = locale === 'da-DK' ? { decimal: ',', group: '.' } : { decimal: '.', group: ',' };
  return compact
    .formatToParts(value)
    .map(({ type, value: text }) =>
      type === 'decimal' || type === 'group' ? marks[type] : type === 'minusSign' ? '−' : text,
    )
    .join('');
}

/** A whole number, grouped. */
export function formatCount(value: number | string, locale: NumberFormat): string {
  return numberFormat(locale, 0, 0).format(value as Intl.StringNumericLiteral);
}

/** A byte count in the unit that reads best. */
export function formatBytes(bytes: string | number, locale: NumberFormat): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${numberFormat(locale, 0, unit > 0 && size < 10 ? 1 : 0).format(size)} ${units[unit]}`;
}
