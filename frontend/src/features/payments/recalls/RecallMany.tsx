/** Calls the chosen payments of a journal back, as one request; says so where the bank takes none. */
import { useQuery } from '@apollo/client/react';
import { JournalRecallsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { DECIDED_BY } from '@/kernel/policies';
import { Dialog, type AskProps } from '@/ui';
import { inWords } from '../approvals/deciding';
import { labels } from './labels';
import { RecallDialog } from './RecallDialog';

export function RecallMany({
  correlationId,
  chosen,
  count,
  onClose,
}: AskProps & { correlationId: string }) {
  const words = useLabels(labels);
  const { data } = useQuery(JournalRecallsDocument, {
    variables: { correlationId },
    fetchPolicy: DECIDED_BY,
  });
  const way = data?.journal?.recallable;
  if (!way) return null;
  if (way.code !== null) {
    return (
      <Dialog title={words.askAll} confirm={words.understood} onConfirm={onClose}>
        <p role="alert">{inWords({ code: way.code, message: way.message ?? '' })}</p>
      </Dialog>
    );
  }
  const selection =
    'ids' in chosen
      ? { ids: [...chosen.ids] }
      : { matching: chosen.matching, expectedCount: chosen.expectedCount };
  return (
    <RecallDialog
      correlationId={correlationId}
      bank={way.bank ?? ''}
      chosen={{ selection, count }}
      onClose={onClose}
    />
  );
}
