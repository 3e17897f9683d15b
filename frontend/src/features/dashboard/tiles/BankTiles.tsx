/** Certificates that end soon or have ended, and banks that do not answer as they should. */
import { useQuery } from '@apollo/client/react';
import { DashboardBanksDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';
import { Tile, TileToCome } from './Tile';

const SOON_DAYS = 60;

export function BankTiles() {
  const words = useLabels(labels);
  const { data, error, refetch } = useQuery(DashboardBanksDocument, { fetchPolicy: 'cache-and-network' });
  if (error && !data) {
    return (
      <div className="h-tile g-tone-warn" role="alert">
        <Icon name="exclamation-triangle" />
        <span className="h-tile-name">{words.bankTileFailed}</span>
        <Button small icon="refresh" onClick={() => void refetch()}>{words.retry}</Button>
      </div>
    );
  }
  if (!data) return <TileToCome />;
  const banks = data.banks.edges.map(({ node }) => node).filter(({ state }) => state !== 'REVOKED');
  if (banks.length === 0) return null;
  const ending = banks.filter(({ daysLeft }) => daysLeft !== null && daysLeft <= SOON_DAYS);
  const silent = banks.filter(({ failingSince }) => failingSince !== null);
  return (
    <>
      <Tile name={words.certificates} hint={words.certificatesHint} count={ending.length} tone={ending.some(({ state }) => state === 'EXPIRED') ? 'bad' : 'warn'} to={paths.banks} />
      {silent.length > 0 && <Tile name={words.banksSilent} hint={words.banksSilentHint} count={silent.length} tone="bad" to={paths.banks} />}
    </>
  );
}
