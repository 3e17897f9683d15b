/** All journals: quick views, filters, pages, and one journal open beside the list. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { JournalListDocument, JournalTabsDocument, type JournalRowFragment } from '@/generated/graphql';
import { useAccountOptions } from '@/features/statements';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { journalPath, paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { usePreferences } from '@/kernel/preferences';
import { readOrder, useUrlFilter, useUrlPage, useUrlValue } from '@/kernel/urlState';
import { DataList, Drawer, LinkButton, ListPage, Page, neighbours } from '@/ui';
import { journalColumns } from './columns';
import { JournalFilters } from './components/JournalFilters';
import { JournalRecord } from './components/JournalRecord';
import './journals.css';
import { labels } from './labels';
import { VIEWS, journalFilter, journalOrder, toServerFilter, type View } from './paths';

const PAGE_SIZE = 50;

export function JournalListScreen() {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const url = useUrlFilter(journalFilter);
  const page = useUrlPage(PAGE_SIZE);
  const [search, setSearch] = useSearchParams();
  const [, setSort] = useUrlValue('sort');
  const [open] = useUrlValue('journal');
  const view = VIEWS.find((each) => each === search.get('view')) ?? 'all';
  const order = readOrder(search, journalOrder.fields, journalOrder.fallback);
  const query = useQuery(JournalListDocument, {
    variables: { ...page.variables, filter: toServerFilter(url.filter, view), orderBy: order },
    fetchPolicy: 'cache-and-network',
  });
  const mayUpload = useMay('uploads.create');
  const columns = useMemo(() => journalColumns(words, numberFormat, (row) => ({ search: withJournal(search, row.correlationId).toString() })), [words, numberFormat, search]);
  const show = (row: JournalRowFragment) => setSearch(withJournal(search, row.correlationId), { replace: true });
  const close = () => setSearch(withJournal(search, null));
  const clear = () => setSearch({});
  return (
    <Page title={words.title} lead={words.lead}>
      <QuickViews view={view} onView={(next) => setSearch((now) => withView(now, next))} />
      <JournalFilters url={url} accounts={useAccountOptions()} />
      <ListPage
        query={query}
        connection={({ journals }) => journals}
        pageSize={PAGE_SIZE}
        columns={columns.length}
        filtered={url.filtered || view !== 'all'}
        onClear={clear}
        empty={{
          picture: 'orbit',
          title: words.emptyTitle,
          text: words.emptyText,
          actions: mayUpload && (
            <>
              <LinkButton look="primary" icon="upload" to={paths.uploadPayments}>{words.uploadPayments}</LinkButton>
              <LinkButton icon="file-import" to={paths.uploadStatements}>{words.uploadStatement}</LinkButton>
            </>
          ),
        }}
      >
        {(rows) => (
          <DataList
            caption={words.title}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.correlationId}
            selectedKey={open}
            sorting={{ ...order, onSort: (field, direction) => setSort(`${direction === 'DESC' ? '-' : ''}${field}`) }}
          />
        )}
      </ListPage>
      {open && (
        <Drawer
          title={words.journal}
          onClose={close}
          {...neighbours((query.data ?? query.previousData)?.journals.edges.map(({ node }) => node) ?? [], (row) => row.correlationId === open, show)}
          actions={<LinkButton small look="quiet" icon="external-link" to={journalPath(open)}>{words.fullPage}</LinkButton>}
        >
          <JournalRecord key={open} correlationId={open} />
        </Drawer>
      )}
    </Page>
  );
}

function withJournal(search: URLSearchParams, correlationId: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('tab');
  if (correlationId === null) next.delete('journal');
  else next.set('journal', correlationId);
  return next;
}

function withView(search: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['view', 'state', 'after', 'before']) next.delete(key);
  if (view !== 'all') next.set('view', view);
  return next;
}

function QuickViews({ view, onView }: { view: View; onView: (view: View) => void }) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const { data } = useQuery(JournalTabsDocument, { fetchPolicy: 'cache-and-network' });
  const counts = new Map(data?.journalTabs.map(({ name, count }) => [name, count]));
  return (
    <div className="g-tabstrip" role="group" aria-label={words.tabs}>
      {VIEWS.map((each) => {
        const count = counts.get(each);
        return (
          <button key={each} type="button" className="j-view" aria-pressed={each === view} onClick={() => onView(each)}>
            {words[each]}
            {count !== undefined && <span className="g-tab-count">{formatCount(count, numberFormat)}</span>}
          </button>
        );
      })}
    </div>
  );
}
