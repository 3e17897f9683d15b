/** Journals that wait for somebody, and those a bank turned down: two figures of one question. */
import { useQuery } from '@apollo/client/react';
import { DashboardJournalsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';
import { Tile, TileToCome } from './Tile';

export function JournalTiles() {
  const words = useLabels(labels);
  const mayApprove = useMay('payments.approve');
  const { data, error, refetch } = useQuery(DashboardJournalsDocument, { fetchPolicy: 'cache-and-network' });
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
  if (!data) return <><TileToCome />{mayApprove && <TileToCome />}<TileToCome /></>;
  if (countOf('all') === 0) return null;
  const { totalCount, totalIsExact } = data.rejected;
  return (
    <>
      <Tile name={words.attention} hint={words.attentionHint} count={countOf('attention')} tone="warn" to={`${paths.journals}?view=attention`} />
      {mayApprove && <Tile name={words.awaiting} hint={words.awaitingHint} count={countOf('mine')} tone="warn" to={`${paths.journals}?view=mine`} />}
      <Tile name={words.rejected} hint={words.rejectedHint} count={totalCount} exact={totalIsExact} tone="bad" to={`${paths.journals}?state=REJECTED&state=PARTIALLY_ACCEPTED`} />
    </>
  );
}
