/** Upload payments and Upload Statement: give files, see what became of each, now and later. */
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo } from 'react';
import { UploadHistoryDocument, type UploadKind } from '@/generated/graphql';
import { POLL_INTERVAL_MS } from '@/kernel/constants';
import { useLabels } from '@/kernel/i18n';
import { formatBytes } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { uploadLimit } from '@/kernel/settings';
import { useStore } from '@/kernel/store';
import { useUrlPage } from '@/kernel/urlState';
import { DataList, ListPage, Page } from '@/ui';
import { uploadColumns } from './columns';
import { DropZone } from './components/DropZone';
import { TransferList } from './components/TransferList';
import { UploadDetails } from './components/UploadDetails';
import { labels } from './labels';
import { isActive } from './states';
import { addFiles, settleTransfers, transfers } from './transfers';
import './uploads.css';
import { useUploadActions } from './useUploadActions';

const PAGE_SIZE = 25;

export function UploadScreen({ kind }: { kind: UploadKind }) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const page = useUrlPage(PAGE_SIZE);
  const query = useQuery(UploadHistoryDocument, { variables: { ...page.variables, filter: { kind } }, fetchPolicy: 'cache-and-network' });
  const { data, startPolling, stopPolling } = query;
  const sending = useStore(transfers).filter((transfer) => transfer.kind === kind);
  const actions = useUploadActions();

  const shown = data?.uploads.edges;
  const working = (shown ?? []).some(({ node }) => isActive(node)) || sending.some(({ state }) => state === 'received');
  useEffect(() => {
    if (!working) return undefined;
    startPolling(POLL_INTERVAL_MS / 2);
    return stopPolling;
  }, [working, startPolling, stopPolling]);
  useEffect(() => {
    if (shown) settleTransfers(new Set(shown.map(({ node }) => node.id)));
  }, [shown]);

  const limit = uploadLimit();
  const give = useCallback((files: readonly File[]) => {
    addFiles(files, kind, (file) => {
      if (file.size === 0) return words.emptyFile;
      return limit !== null && file.size > limit ? words.tooLarge(formatBytes(limit, numberFormat)) : null;
    });
  }, [kind, limit, numberFormat, words]);
  const columns = useMemo(() => uploadColumns(words, numberFormat, actions), [words, numberFormat, actions]);
  const title = words[`title${kind}`];
  const hint = [words.formats(words[`formats${kind}`]), limit === null ? null : words.limit(formatBytes(limit, numberFormat))].filter(Boolean).join(' ');
  return (
    <Page title={title} lead={words[`lead${kind}`]}>
      <DropZone name={title} hint={hint} onFiles={give} />
      <TransferList transfers={sending} />
      <h2>{words.history}</h2>
      <ListPage query={query} connection={({ uploads }) => uploads} pageSize={PAGE_SIZE} columns={columns.length} filtered={false} onClear={() => page.turn(null)} empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}>
        {(rows) => (
          <DataList
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            expansion={{ label: (row) => words.detailsOf(row.name), render: (row) => <UploadDetails upload={row} /> }}
          />
        )}
      </ListPage>
    </Page>
  );
}
