/** What the parts of this screen agree on: shapes, tones, and how a value reads. Pure. */
import type {
  ErpConfigurationPageQuery,
  ErpSectionState,
  ErpSettingFactsFragment,
  ErpValidity,
  ErpVersionPartsFragment,
} from '@/generated/graphql';
import { wordFor, type Words } from '@/kernel/i18n';
import type { Tone } from '@/ui';
import type { choiceLabels, labels } from './labels';

export type Configuration = ErpConfigurationPageQuery['erpConfiguration'];
export type Connector = ErpConfigurationPageQuery['erpConnectors'][number];
export type Version = ErpVersionPartsFragment;
export type Line = Configuration['versions'][number];
export type SectionPart = Version['sections'][number];
export type Value = SectionPart['values'][number];

export const VALIDITIES: Readonly<Record<ErpValidity, readonly [Tone, string]>> = {
  DRAFT: ['neutral', 'pencil'],
  VALIDATING: ['info', 'sync'],
  VALID: ['good', 'check'],
  WARNINGS: ['warn', 'exclamation-triangle'],
  INVALID: ['bad', 'times-circle'],
  UNKNOWN: ['warn', 'question-circle'],
  STALE: ['neutral', 'history'],
};

export const SECTION_TONES: Readonly<Record<ErpSectionState, readonly [Tone, string]>> = {
  COMPLETE: ['good', 'check'],
  MISSING: ['bad', 'exclamation-circle'],
  CHANGED: ['info', 'pencil'],
};

type Setting = Pick<ErpSettingFactsFragment, 'name' | 'kind'>;

/** A value as people read it; secrets and empty ones are told elsewhere. */
export function inWords(
  { name, kind }: Setting,
  value: string,
  words: Words<typeof labels>,
  choices: Words<typeof choiceLabels>,
): string {
  if (kind === 'FLAG') return value === 'true' ? words.yes : words.no;
  const code = `${name} ${value}`;
  const told = wordFor(choices, code);
  return told === code ? value : told;
}

/** What of a form differs from what counts now: values to set, and secrets somebody has typed. */
export function changesOf(values: readonly Value[], typed: Readonly<Record<string, string>>) {
  const told = ({ value, source }: Pick<Value, 'value' | 'source'>) =>
    source === 'TENANT' ? (value ?? '') : '';
  return {
    values: values
      .filter(
        ({ setting, ...rest }) =>
          setting.kind !== 'SECRET' && (typed[setting.name] ?? '').trim() !== told(rest),
      )
      .map(({ setting }) => ({ name: setting.name, value: (typed[setting.name] ?? '').trim() })),
    secrets: values
      .filter(({ setting }) => setting.kind === 'SECRET' && (typed[setting.name] ?? '') !== '')
      .map(({ setting }) => ({ name: setting.name, value: typed[setting.name] ?? '' })),
  };
}

/** What a section's form begins with: what the tenant has said, no secret, nothing that comes from elsewhere. */
export function begunWith(values: readonly Value[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    values.map(({ setting, value, source }) => [
      setting.name,
      source === 'TENANT' ? (value ?? '') : '',
    ]),
  );
}
