/** Upload payments and Upload Statement: give files, see what became of each, now and later. */
import { useCallback, useEffect, useMemo } from 'react';
import {
  UploadHistoryDocument,
  type UploadKind,
  type UploadLineFragment,
} from '@/generated/graphql';
import { POLL_INTERVAL_MS } from '@/kernel/constants';
import { useLabels } from '@/kernel/i18n';
import { formatBytes } from '@/kernel/money';
import { useNotation, usePreference } from '@/kernel/preferences';
import { uploadLimit } from '@/kernel/settings';
import { useStore } from '@/kernel/store';
import { useUrlFilter } from '@/kernel/urlState';
import { Button, FilterBar, List, MultiFilter, Page, useList, useListOrder, usePolled } from '@/ui';
import { useUploadActs } from './bulk';
import { uploadColumns } from './columns';
import { DropZone } from './components/DropZone';
import { PreviewChoice } from './components/PreviewChoice';
import { PreviewDialog } from './components/PreviewDialog';
import { TransferList } from './components/TransferList';
import { UploadDetails, type ShowCheck } from './components/UploadDetails';
import { UploadDrawer } from './components/UploadDrawer';
import { labels } from './labels';
import { STATES, toServerFilter, uploadFilter, uploadOrder } from './paths';
import type { ShowPreview } from './preview';
import { isActive } from './states';
import { addFiles, settleTransfers, transfers } from './transfers';
import './uploads.css';
import { usePreviews } from './usePreviews';
import { useUploadActions } from './useUploadActions';

const rowKey = (row: UploadLineFragment) => row.id;

/** `check` shows what a room above found in a payment document, or what is given instead; `preview` what a statement would change. */
export function UploadScreen({
  kind,
  check,
  preview,
}: {
  kind: UploadKind;
  check?: ShowCheck;
  preview?: ShowPreview;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const url = useUrlFilter(uploadFilter);
  const { sorting, field, direction } = useListOrder(uploadOrder);
  const list = useList({
    name: 'uploads',
    document: UploadHistoryDocument,
    variables: { filter: toServerFilter(url.filter, kind), orderBy: { field, direction } },
    connection: ({ uploads }) => uploads,
    rowKey,
    record: 'upload',
  });
  const sending = useStore(transfers).filter((transfer) => transfer.kind === kind);
  const actions = useUploadActions();

  const { pages } = list.seen;
  const shown = useMemo(() => [...pages.values()].flat(), [pages]);
  usePolled(
    list,
    shown.some(isActive) || sending.some(({ state }) => state === 'received'),
    POLL_INTERVAL_MS / 2,
  );
  useEffect(() => {
    if (shown.length > 0) settleTransfers(new Set(shown.map(({ id }) => id)));
  }, [shown]);

  const isPreviewed = usePreference('previewFirst') && preview !== undefined;
  const previews = usePreviews(kind);
  const limit = uploadLimit();
  const give = useCallback(
    (files: readonly File[]) => {
      const flawOf = (file: File) => {
        if (file.size === 0) return words.emptyFile;
        return limit !== null && file.size > limit
          ? words.tooLarge(formatBytes(limit, numberFormat))
          : null;
      };
      const previewed = isPreviewed ? files.filter((file) => flawOf(file) === null) : [];
      addFiles(
        files.filter((file) => !previewed.includes(file)),
        kind,
        flawOf,
      );
      if (previewed.length > 0) previews.show(previewed);
    },
    [isPreviewed, kind, limit, numberFormat, previews, words],
  );
  const columns = useMemo(
    () => uploadColumns(words, numberFormat, actions, list.to),
    [words, numberFormat, actions, list.to],
  );
  const title = words[`title${kind}`];
  const hint = [
    words.formats(words[`formats${kind}`]),
    limit === null ? null : words.limit(formatBytes(limit, numberFormat)),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Page title={title} lead={words[`lead${kind}`]}>
      <DropZone name={title} hint={hint} onFiles={give}>
        {preview && <PreviewChoice />}
      </DropZone>
      {preview && previews.current && (
        <PreviewDialog key={previews.current.key} {...previews.current.props} show={preview} />
      )}
      <TransferList transfers={sending} />
      <h2>{words.history}</h2>
      <FilterBar filtered={url.filtered} onClear={url.clear}>
        <MultiFilter
          name={words.state}
          value={url.filter.state}
          options={STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => url.change({ state })}
        />
        {url.filter.batch && (
          <Button small icon="times" onClick={() => url.change({ batch: '' })}>
            {words.together}
          </Button>
        )}
      </FilterBar>
      <List
        list={list}
        caption={title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        bulk={useUploadActs(kind)}
        bulkFiles={{
          label: words.originals,
          icon: 'download',
          path: '/api/export/originals',
          ids: 'uploads',
        }}
        rowName={(row) => row.name}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}
        expansion={{
          label: (row) => words.detailsOf(row.name),
          render: (row) => <UploadDetails upload={row} {...(check && { check })} />,
        }}
        renderDrawer={(id, walk, row) => (
          <UploadDrawer
            key={id}
            id={id}
            row={row}
            actions={actions}
            {...(check && { check })}
            {...walk}
          />
        )}
      />
    </Page>
  );
}
