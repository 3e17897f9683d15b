/** Where a check's trouble is mended: at a setting, or on another screen. Pure. */
import { erpSettingPath, paths } from '@/kernel/paths';
import type { CheckFacts } from './ErpValidationScreen';

export type Goal = 'toBanks' | 'toMapping' | 'toField' | 'toSection';

const MAPPING: ReadonlySet<string> = new Set(['methods_mapped', 'mapping_legal']);

/** The address and what it is called; null where there is nothing to mend. */
export function jumpOf({
  name,
  section,
  result,
}: Pick<CheckFacts, 'name' | 'section' | 'result'>): readonly [Goal, string] | null {
  if (!result?.remedy) return null;
  if (name === 'accounts' && result.outcome === 'WARNING') return ['toBanks', paths.banks];
  if (MAPPING.has(name) && result.outcome === 'FAILED') return ['toMapping', paths.erpMapping];
  return [result.field ? 'toField' : 'toSection', erpSettingPath(section, result.field)];
}
