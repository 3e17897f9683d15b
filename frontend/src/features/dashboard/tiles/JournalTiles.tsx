/** Journals that wait for somebody, and those a bank turned down: two figures of one question. */
import { useQuery } from '@apollo/client/react';
import { DashboardJournalsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { labels } from '../labels';
import { FailedTiles, Tile } from './Tile';

export function JournalTiles() {
  const words = useLabels(labels);
  const mayApprove = useMay('payments.approve');
  const { data, error, refetch } = useQuery(DashboardJournalsDocument, {});
  if (error && !data) return <FailedTiles text={words.tileFailed} onRetry={refetch} />;
  const countOf = (name: string) =>
    data && (data.journalTabs.find((tab) => tab.name === name)?.count ?? 0);
  return (
    <>
      <Tile
        name={words.attention}
        hint={words.attentionHint}
        count={countOf('attention')}
        tone="warn"
        to={`${paths.journals}?view=attention`}
      />
      {mayApprove && (
        <Tile
          name={words.awaiting}
          hint={words.awaitingHint}
          count={countOf('mine')}
          tone="warn"
          to={`${paths.journals}?view=mine`}
        />
      )}
      <Tile
        name={words.rejected}
        hint={words.rejectedHint}
        count={data?.rejected.totalCount}
        exact={data?.rejected.totalIsExact ?? true}
        tone="bad"
        to={`${paths.journals}?state=REJECTED&state=PARTIALLY_ACCEPTED`}
      />
    </>
  );
}
