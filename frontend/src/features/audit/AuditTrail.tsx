/** Who did what, newest first, with the proof that nothing was changed since. Made for a tab. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  AuditChainStateDocument,
  AuditEventListDocument,
  type AuditLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { UNTOLD } from '@/kernel/policies';
import { useUrlFilter } from '@/kernel/urlState';
import { List, useList, useListOrder } from '@/ui';
import './audit.css';
import { auditColumns } from './columns';
import { AuditDrawer } from './components/AuditDrawer';
import { AuditFilters } from './components/AuditFilters';
import { ChainStatus } from './components/ChainStatus';
import { EventElsewhere } from './components/EventElsewhere';
import { labels } from './labels';
import { auditFilter, auditOrder, toServerFilter } from './paths';
import { useVerify } from './useVerify';
import { verbLabels } from './verbs';

const rowKey = (row: AuditLineFragment) => row.id;

export function AuditTrail() {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  const url = useUrlFilter(auditFilter);
  const { sorting, direction } = useListOrder(auditOrder);
  const list = useList({
    name: 'auditEvents',
    document: AuditEventListDocument,
    variables: { filter: toServerFilter(url.filter), orderBy: { direction } },
    connection: ({ auditEvents }) => auditEvents,
    rowKey,
    record: 'event',
  });
  const chain = useQuery(AuditChainStateDocument, { fetchPolicy: UNTOLD });
  const { busy, verify } = useVerify(() => Promise.all([list.refresh(), chain.refetch()]));
  const columns = useMemo(() => auditColumns(words, verbs, list.to), [words, verbs, list.to]);
  const readable = !list.seen.error && !chain.error;
  return (
    <div className="a-trail">
      {readable && <ChainStatus chain={chain.data?.auditChain} busy={busy} onVerify={verify} />}
      <AuditFilters url={url} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        empty={{ picture: 'orbit', title: words.emptyTitle, text: words.emptyText }}
        renderDrawer={(id, walk, event) =>
          event ? (
            <AuditDrawer event={event} {...walk} />
          ) : (
            <EventElsewhere key={id} id={id} {...walk} />
          )
        }
      />
    </div>
  );
}
