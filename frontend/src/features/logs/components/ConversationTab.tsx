/** All that was exchanged about one journal, in the order it happened. */
import { useQuery } from '@apollo/client/react';
import { useLocation } from 'react-router';
import { LogConversationDocument, type LogRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath, logsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { DataList, LinkButton, QueryStates, Skeleton } from '@/ui';
import { exchangeColumns } from '../columns';
import { labels } from '../labels';

const rowKey = (row: LogRowFragment) => row.id;

export function ConversationTab({ correlationId, peer }: { correlationId: string | null; peer: (row: LogRowFragment) => string }) {
  const words = useLabels(labels);
  if (correlationId === null) return <p className="g-muted">{words.noConversation}</p>;
  return <Conversation correlationId={correlationId} peer={peer} />;
}

function Conversation({ correlationId, peer }: { correlationId: string; peer: (row: LogRowFragment) => string }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { search } = useLocation();
  const query = useQuery(LogConversationDocument, { variables: { correlationId } });
  const open = (row: LogRowFragment) => {
    const next = new URLSearchParams(search);
    next.set('log', row.id);
    next.delete('part');
    return { search: next.toString() };
  };
  return (
    <div className="g-stack">
      <p>{words.conversationLead}</p>
      <div className="g-actions">
        <LinkButton small icon="list" to={logsPath(correlationId)}>{words.asList}</LinkButton>
        <LinkButton small icon="book" to={journalPath(correlationId)}>{words.toJournal}</LinkButton>
      </div>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ communicationLogs: { edges, totalCount } }) => (
          <>
            <DataList caption={words.conversation} columns={exchangeColumns({ words, numbers: numberFormat, open, peer })} rows={edges.map(({ node }) => node)} rowKey={rowKey} />
            {totalCount > edges.length && <p className="g-muted">{words.conversationMore}</p>}
          </>
        )}
      </QueryStates>
    </div>
  );
}
