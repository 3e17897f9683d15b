/** Journals that wait for somebody, and those a bank turned down. */
import { useQuery } from '@apollo/client/react';
import { DashboardJournalsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';
import { Tile } from './Tile';

/** Both tiles ask the same question, which is sent once. */
const useJournalCounts = () => useQuery(DashboardJournalsDocument, { fetchPolicy: 'cache-and-network' });

export function AttentionTile() {
  const words = useLabels(labels);
  const { data, error, refetch } = useJournalCounts();
  if (error && !data) {
    return (
      <div className="h-tile g-tone-warn" role="alert">
        <Icon name="exclamation-triangle" />
        <span className="h-tile-name">{words.tileFailed}</span>
        <Button small icon="refresh" onClick={() => void refetch()}>{words.retry}</Button>
      </div>
    );
  }
  const countOf = (name: string) => data?.journalTabs.find((tab) => tab.name === name)?.count ?? 0;
  if (countOf('all') === 0) return null;
  return <Tile name={words.attention} hint={words.attentionHint} count={countOf('attention')} tone="warn" to={`${paths.journals}?view=attention`} />;
}

export function RejectedTile() {
  const words = useLabels(labels);
  const { data } = useJournalCounts();
  if (!data || data.journalTabs.every((tab) => tab.count === 0)) return null;
  const { totalCount, totalIsExact } = data.rejected;
  return <Tile name={words.rejected} hint={words.rejectedHint} count={totalCount} exact={totalIsExact} tone="bad" to={`${paths.journals}?state=REJECTED&state=PARTIALLY_ACCEPTED`} />;
}
