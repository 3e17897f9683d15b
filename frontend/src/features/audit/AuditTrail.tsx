/** Who did what, newest first, with the proof that nothing was changed since. Made for a tab. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AuditChainStateDocument, AuditEventListDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlFilter, useUrlPage, useUrlValue } from '@/kernel/urlState';
import { Button, DataList, ListPage, neighbours } from '@/ui';
import './audit.css';
import { auditColumns } from './columns';
import { AuditDrawer } from './components/AuditDrawer';
import { AuditFilters } from './components/AuditFilters';
import { ChainStatus } from './components/ChainStatus';
import { labels } from './labels';
import { auditFilter, toServerFilter } from './paths';
import { useTrailActions } from './useTrailActions';
import { verbLabels } from './verbs';

const PAGE_SIZE = 50;

export function AuditTrail() {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  const url = useUrlFilter(auditFilter);
  const page = useUrlPage(PAGE_SIZE);
  const [search] = useSearchParams();
  const [open, setOpen] = useUrlValue('event');
  const query = useQuery(AuditEventListDocument, { variables: { ...page.variables, filter: toServerFilter(url.filter) }, fetchPolicy: 'cache-and-network' });
  const chain = useQuery(AuditChainStateDocument, { fetchPolicy: 'cache-and-network' });
  const actions = useTrailActions(() => Promise.all([query.refetch(), chain.refetch()]));
  const columns = useMemo(() => auditColumns(words, verbs, (row) => {
    const next = new URLSearchParams(search);
    next.set('event', row.id);
    return { search: next.toString() };
  }), [words, verbs, search]);
  const readable = !query.error && !chain.error;
  return (
    <section aria-label={words.title} className="a-trail">
      {readable && <ChainStatus chain={chain.data?.auditChain} busy={actions.busy === 'verify'} onVerify={actions.verify} />}
      <div className="a-bar">
        <AuditFilters url={url} />
        {readable && <Button small icon="download" busy={actions.busy === 'export'} onClick={() => actions.save(url.filter)}>{words.export}</Button>}
      </div>
      <ListPage query={query} connection={(data) => data.auditEvents} pageSize={PAGE_SIZE} columns={columns.length} filtered={url.filtered} onClear={url.clear} empty={{ picture: 'orbit', title: words.emptyTitle, text: words.emptyText }}>
        {(rows) => {
          const event = rows.find(({ id }) => id === open);
          return (
            <>
              <DataList caption={words.title} columns={columns} rows={rows} rowKey={(row) => row.id} selectedKey={open} />
              {event && <AuditDrawer event={event} onClose={() => setOpen(null)} {...neighbours(rows, ({ id }) => id === open, ({ id }) => setOpen(id, { replace: true }))} />}
            </>
          );
        }}
      </ListPage>
    </section>
  );
}
