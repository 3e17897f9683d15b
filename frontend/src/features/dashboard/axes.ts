/** The two value axes of a chart, and what its day axis says. Pure; floats only for pixels. */
import type { PlainDate } from '@/kernel/dates';
import { pixelValue } from '@/kernel/money';
import type { Notation } from '@/kernel/preferences';

export interface AxisRange {
  min: number;
  max: number;
}

/** The outgoing amount as a height: a bar has no sign, whatever the bank wrote. */
export function barHeight(amount: string): number {
  return Math.abs(pixelValue(amount));
}

const HEADROOM = 1.08;

/**
 * Ranges for two axes whose zero lies on the same line. Each keeps all its values in view;
 * the one with less below zero is stretched downwards.
 */
export function alignedRanges(
  left: readonly number[],
  right: readonly number[],
): { left: AxisRange; right: AxisRange } {
  const bounds = (values: readonly number[]) => ({
    min: Math.min(0, ...values),
    max: Math.max(0, ...values),
  });
  const [a, b] = [bounds(left), bounds(right)];
  const share = (part: number, { min, max }: AxisRange) => (max === min ? 0 : part / (max - min));
  const above = Math.max(share(a.max, a), share(b.max, b));
  const below = Math.max(share(-a.min, a), share(-b.min, b));
  const zero = above + below === 0 ? 0 : below / (above + below);
  const stretch = ({ min, max }: AxisRange): AxisRange => {
    if (zero === 1) return { min: min * HEADROOM || -1, max: 0 };
    const top = Math.max(max, zero === 0 ? 0 : (-min * (1 - zero)) / zero) * HEADROOM || 1;
    return { min: -(top * zero) / (1 - zero), max: top };
  };
  return { left: stretch(a), right: stretch(b) };
}

/** Which order of day and month goes with a notation, in words. */
function localeOf({ language, dateFormat }: Pick<Notation, 'language' | 'dateFormat'>): string {
  if (language === 'da') return 'da-DK';
  return dateFormat === 'mm/dd/yy' ? 'en-US' : 'en-GB';
}

const moment = (date: PlainDate) => new Date(`${date}T00:00Z`);

type DayNotation = Parameters<typeof localeOf>[0];

/** The dates as the chart's axis writes them; with the year where the range leaves one. */
export function axisLabels(dates: readonly PlainDate[], notation: DayNotation): string[] {
  const oneYear = dates[0]?.slice(0, 4) === dates.at(-1)?.slice(0, 4);
  const locale = localeOf(notation);
  const label = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    // After a month in front, two figures would be read as a day.
    ...(!oneYear && { year: locale === 'en-US' ? 'numeric' : '2-digit' }),
    timeZone: 'UTC',
  });
  return dates.map((date) => label.format(moment(date)));
}

/** The whole date, with its weekday, as the chart's tooltip writes it. */
export function wholeDate(date: PlainDate, notation: DayNotation): string {
  return new Intl.DateTimeFormat(localeOf(notation), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(moment(date));
}
