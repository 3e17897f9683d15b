/** The screen of the audit trail. */
import { useLabels } from '@/kernel/i18n';
import { Page } from '@/ui';
import { AuditTrail } from './AuditTrail';
import { labels } from './labels';

export function AuditScreen() {
  const words = useLabels(labels);
  return (
    <Page title={words.title} lead={words.lead}>
      <AuditTrail />
    </Page>
  );
}
