/** All journals: quick views, filters, one long list, and one journal open beside it. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  JournalListDocument,
  JournalTabsDocument,
  type JournalRowFragment,
} from '@/generated/graphql';
import { PAYMENT_KEYS } from '@/features/payments';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { journalPath, paths } from '@/kernel/paths';
import { usePeriodFilter } from '@/kernel/period';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { useSearch } from '@/kernel/urlState';
import { Drawer, LinkButton, List, Page, useList, useListOrder, WaysOn } from '@/ui';
import { useJournalActs } from './bulk';
import { journalColumns, titleOf } from './columns';
import { JournalFilters } from './components/JournalFilters';
import { JournalRecord, type ShowOrigin } from './components/JournalRecord';
import './journals.css';
import { labels } from './labels';
import { VIEWS, journalFilter, journalOrder, toServerFilter, type View } from './paths';
import { progressLabels } from './progressLabels';

const rowKey = (row: JournalRowFragment) => row.correlationId;
const RECORD_KEYS = ['tab', 'document', 'erp-row', ...PAYMENT_KEYS];

export function JournalListScreen({ origin }: { origin?: ShowOrigin }) {
  const words = useLabels(labels);
  const more = useLabels(progressLabels);
  const { numberFormat, language } = useNotation();
  const url = usePeriodFilter(journalFilter);
  const [search, setSearch] = useSearch();
  const mayApprove = useMay('payments.approve');
  const views = VIEWS.filter((each) => each !== 'mine' || mayApprove);
  const view = views.find((each) => each === search.get('view')) ?? 'all';
  const { sorting, field, direction } = useListOrder(journalOrder);
  const list = useList({
    name: 'journals',
    document: JournalListDocument,
    variables: {
      filter: toServerFilter(url.filter, view),
      orderBy: { field, direction },
      ...(view === 'attention' ? { steps: true } : {}),
      ...(view === 'mine' ? { payees: true } : {}),
    },
    connection: ({ journals }) => journals,
    rowKey,
    record: 'journal',
    recordKeys: RECORD_KEYS,
  });
  const mayUpload = useMay('uploads.create');
  const columns = useMemo(
    () =>
      journalColumns(
        words,
        {
          numbers: numberFormat,
          language,
          isMine: view === 'mine',
          steps: view === 'attention' ? { header: more.wrong } : undefined,
        },
        list.to,
      ),
    [words, more, numberFormat, language, view, list.to],
  );
  const upload = mayUpload && (
    <>
      <LinkButton look="primary" icon="upload" to={paths.uploadPayments}>
        {words.uploadPayments}
      </LinkButton>
      <LinkButton icon="file-import" to={paths.uploadStatements}>
        {words.uploadStatement}
      </LinkButton>
    </>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        view === 'mine' && (
          <LinkButton icon="shield" to={paths.approvalPolicies}>
            {words.approvalRules}
          </LinkButton>
        )
      }
    >
      <QuickViews
        views={views}
        view={view}
        onView={(next) => setSearch((now) => withView(now, next))}
      />
      <JournalFilters url={url} accounts={useAccountOptions()} currencies={useCurrencyOptions()} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        bulk={useJournalActs()}
        bulkFiles={{
          label: words.originals,
          icon: 'download',
          path: '/api/export/originals',
          ids: 'journals',
        }}
        rowName={titleOf}
        empty={
          view === 'all'
            ? {
                picture: 'orbit',
                title: words.emptyTitle,
                text: words.emptyText,
                actions: <WaysOn>{upload}</WaysOn>,
              }
            : { picture: 'inbox', title: words[`empty${view}`], text: words[`empty${view}Text`] }
        }
        renderDrawer={(id, walk) => (
          <Drawer
            title={words.journal}
            {...walk}
            actions={
              <LinkButton small look="quiet" icon="external-link" to={journalPath(id)}>
                {words.fullPage}
              </LinkButton>
            }
          >
            <JournalRecord key={id} correlationId={id} origin={origin} />
          </Drawer>
        )}
      />
    </Page>
  );
}

function withView(search: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['view', 'state', 'row']) next.delete(key);
  if (view !== 'all') next.set('view', view);
  return next;
}

function QuickViews({
  views,
  view,
  onView,
}: {
  views: readonly View[];
  view: View;
  onView: (view: View) => void;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { data } = useQuery(JournalTabsDocument);
  const counts = new Map(data?.journalTabs.map(({ name, count }) => [name, count]));
  return (
    <div className="g-tabstrip" role="group" aria-label={words.tabs}>
      {views.map((each) => {
        const count = counts.get(each);
        return (
          <button
            key={each}
            type="button"
            className="j-view"
            aria-pressed={each === view}
            onClick={() => onView(each)}
          >
            {words[each]}
            {count !== undefined && (
              <span className="g-tab-count">{formatCount(count, numberFormat)}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}
