/** What somebody asks for, as it is typed and as the server takes it. */
import type { DemoPlanPartsFragment, DemoPreset, DemoWish } from '@/generated/graphql';
import { isPlainDate } from '@/kernel/dates';

export const PRESETS: readonly DemoPreset[] = [
  'CLEAN_MONTH',
  'REJECTS',
  'STATEMENT_GAP',
  'BATCH_BOOKINGS',
  'DUPLICATES',
  'ADDRESS_FAILURES',
  'MULTI_CURRENCY',
  'LARGE',
];

export const FIGURES = ['days', 'accounts', 'aDay', 'paymentsADay', 'currencies'] as const;
export type Figure = (typeof FIGURES)[number];

/** What was typed; an empty figure is the story's own. */
export type Typed = Readonly<Record<Figure | 'seed' | 'start', string>>;

export const NOTHING_TYPED: Typed = {
  seed: '1',
  start: '',
  days: '',
  accounts: '',
  aDay: '',
  paymentsADay: '',
  currencies: '',
};

const whole = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null);

export function wishOf(preset: DemoPreset, typed: Typed): DemoWish {
  const figures = Object.fromEntries(
    FIGURES.map((name) => [name, whole(typed[name])]).filter(([, value]) => value !== null),
  ) as Partial<Record<Figure, number>>;
  return {
    preset,
    seed: whole(typed.seed) ?? 1,
    ...(isPlainDate(typed.start) ? { start: typed.start } : {}),
    ...figures,
  };
}

/** The same as the call takes it that makes the data. */
export function asked({ aDay, ...wish }: DemoWish): object {
  return { ...wish, ...(aDay == null ? {} : { transactionsADay: aDay }) };
}

/** What the story would do where nothing is typed. */
export const ownFigure = (plan: DemoPlanPartsFragment | undefined, name: Figure): string =>
  plan === undefined ? '' : String(plan[name]);
