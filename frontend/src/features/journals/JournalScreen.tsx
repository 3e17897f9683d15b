/** One journal on a page of its own, at an address that can be sent to a colleague. */
import { useParams } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { journalDrawerPath } from '@/kernel/paths';
import { CopyId, LinkButton, Page } from '@/ui';
import { JournalRecord, type ShowOrigin } from './components/JournalRecord';
import { labels } from './labels';

export function JournalScreen({ origin }: { origin?: ShowOrigin }) {
  const words = useLabels(labels);
  const { correlationId = '' } = useParams();
  return (
    <Page
      title={words.journal}
      lead={<CopyId value={correlationId} />}
      actions={
        <LinkButton icon="arrow-left" to={journalDrawerPath(correlationId)}>
          {words.backToList}
        </LinkButton>
      }
    >
      <div className="g-card g-stack">
        <JournalRecord correlationId={correlationId} origin={origin} />
      </div>
    </Page>
  );
}
