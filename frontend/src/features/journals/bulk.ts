/** What can be done with many journals at once. */
import { ReimportJournalsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import type { BulkAction } from '@/ui';
import { labels } from './labels';

export function useJournalActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  const mayReimport = useMay('journals.reimport');
  return mayReimport ? [{ key: 'reimport', label: words.reimport, icon: 'replay', help: words.reimportHelp, document: ReimportJournalsDocument }] : [];
}
