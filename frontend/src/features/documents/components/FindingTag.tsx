/** How grave a finding is, in a word and a colour. */
import type { Severity } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';

const TONES = { ERROR: 'bad', WARNING: 'warn', INFO: 'info' } as const;

export function FindingTag({ severity }: { severity: Severity }) {
  const words = useLabels(labels);
  return <Tag tone={TONES[severity]}>{words[`severity${severity}`]}</Tag>;
}
