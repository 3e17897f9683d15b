/** Certificates that end soon or have ended, and banks that do not answer as they should. */
import { useQuery } from '@apollo/client/react';
import { DashboardBanksDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { labels } from '../labels';
import { FailedTiles, Tile } from './Tile';

const SOON_DAYS = 60;

export function BankTiles() {
  const words = useLabels(labels);
  const { data, error, refetch } = useQuery(DashboardBanksDocument, {});
  if (error && !data) return <FailedTiles text={words.bankTileFailed} onRetry={refetch} />;
  const banks = data?.banks.edges
    .map(({ node }) => node)
    .filter(({ state }) => state !== 'REVOKED');
  const ending = banks?.filter(({ daysLeft }) => daysLeft !== null && daysLeft <= SOON_DAYS);
  const silent = banks?.filter(({ failingSince }) => failingSince !== null);
  return (
    <>
      <Tile
        name={words.certificates}
        hint={words.certificatesHint}
        count={ending?.length}
        tone={ending?.some(({ state }) => state === 'EXPIRED') ? 'bad' : 'warn'}
        to={paths.banks}
      />
      <Tile
        name={words.banksSilent}
        hint={words.banksSilentHint}
        count={silent?.length}
        tone="bad"
        to={paths.banks}
      />
    </>
  );
}
