/** What those are called that something was exchanged with. */
import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { LogPeersDocument, type LogRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { labels } from './labels';

export function usePeers(): (row: LogRowFragment) => string {
  const words = useLabels(labels);
  const { data } = useQuery(LogPeersDocument);
  const banks = data?.banks.edges;
  return useCallback(
    ({ peer, logType }: LogRowFragment) => {
      const [kind, id] = peer.split(':');
      const bank =
        kind === 'bank' ? banks?.find(({ node }) => node.id === id)?.node.name : undefined;
      return bank ?? (kind === 'erp' ? (id ?? words.ERP) : words[logType]);
    },
    [banks, words],
  );
}
