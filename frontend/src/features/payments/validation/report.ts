/** The report of one check, as `POST /api/validate` gives it and the graph repeats it. */
import type { Language } from '@/kernel/preferences';

export interface Said {
  en: string;
  da: string;
}

type Standing = 'valid' | 'warnings' | 'invalid';

export interface Layer {
  layer: string;
  name: Said;
  light: string;
  errors: number;
  warnings: number;
  notes: number;
  rules: number;
  reason: Said | null;
}

export interface Group {
  code: string;
  layer: string;
  severity: string;
  title: Said;
  rule: Said;
  fix: Said;
  source: string;
  count: number;
  payments: number;
  leftOut: number;
}

export interface Finding {
  key: string;
  code: string;
  severity: string;
  message: string;
  path: string;
  line: number | null;
  value: string | null;
  note: Said | null;
  source: string;
  payment: {
    position: number;
    endToEndId: string | null;
    creditor: string | null;
    amount: string | null;
    currency: string | null;
    batch: string | null;
  } | null;
  journal: string | null;
  isNew: boolean;
}

export interface Counted {
  count: number;
  sum: string;
  currencies: readonly { currency: string; count: number; amount: string }[];
}

export interface Stated {
  count: string | null;
  sum: string | null;
}

export interface BatchTotals {
  id: string | null;
  line: number | null;
  stated: Stated;
  counted: Counted;
  executionDate: string | null;
  debtor: string | null;
  debtorAccount: string | null;
  bank: string | null;
  releaseBy: string | null;
}

export interface Report {
  file: string;
  sha256: string;
  size: number;
  format: string;
  version: string | null;
  messageId: string | null;
  checked: string;
  standing: Standing;
  counts: { errors: number; warnings: number; notes: number };
  layers: readonly Layer[];
  totals: { stated: Stated; counted: Counted; batches: readonly BatchTotals[]; batchCount: number };
  groups: readonly Group[];
  findings: readonly Finding[];
  rerun: {
    mended: readonly { code: string; title: Said; count: number }[];
    mendedCount: number;
    newCount: number;
  } | null;
  token: string;
}

/** What was said, in the language of the console. */
export const inLanguage = (said: Said, language: Language): string =>
  language === 'da' ? said.da : said.en;

const SEVERITIES: ReadonlySet<string> = new Set(['error', 'warning', 'info']);

/** The groups a person asked for, the worst first as they come. */
export function groupsOf<G extends { severity: string }>(
  groups: readonly G[],
  wanted: ReadonlySet<string>,
): readonly G[] {
  return wanted.size === 0 ? groups : groups.filter(({ severity }) => wanted.has(severity));
}

/** Severities out of an address; others are no filter. */
export const severitiesOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.filter((text) => SEVERITIES.has(text)));

/** Whether stated and counted figures are the same; without a statement there is nothing to differ. */
export function agrees(stated: Stated, counted: Counted): { count: boolean; sum: boolean } {
  return {
    count: stated.count === null || Number(stated.count) === counted.count,
    sum: stated.sum === null || plain(stated.sum) === plain(counted.sum),
  };
}

/** An amount without needless zeros, so that equal amounts are equal texts. */
function plain(amount: string): string {
  const [whole = '', rest = ''] = amount.trim().replace(/^\+/, '').split('.');
  const fraction = rest.replace(/0+$/, '');
  const units = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${units}.${fraction}` : units;
}
