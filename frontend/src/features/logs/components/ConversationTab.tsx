/** All that was exchanged about one journal, in the order it happened. */
import { useQuery } from '@apollo/client/react';
import { useLocation } from 'react-router';
import {
  LogConversationDocument,
  type LogConversationQuery,
  type LogRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath, logsPath } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { DataList, LinkButton, QueryStates, Skeleton } from '@/ui';
import { conversationColumns } from '../columns';
import { labels } from '../labels';

type Told = LogConversationQuery['communicationLogs']['edges'][number]['node'];
const rowKey = (row: LogRowFragment) => row.id;

/** What asked for a file knows no journal; it stands before what brought the file. */
function bothHalves(rows: readonly Told[]): readonly LogRowFragment[] {
  const told = new Map<string, LogRowFragment>(
    rows
      .flatMap(({ counterpart, ...row }) => [row, ...(counterpart ? [counterpart] : [])])
      .map((row) => [row.id, row]),
  );
  return [...told.values()].toSorted(
    (one, other) => one.created.localeCompare(other.created) || Number(one.id) - Number(other.id),
  );
}

interface ConversationProps {
  /** The entry it is shown beside. */
  id: string;
  correlationId: string;
  peer: (row: LogRowFragment) => string;
}

export function ConversationTab({
  correlationId,
  ...rest
}: Omit<ConversationProps, 'correlationId'> & { correlationId: string | null }) {
  const words = useLabels(labels);
  if (correlationId === null) return <p className="g-muted">{words.noConversation}</p>;
  return <Conversation correlationId={correlationId} {...rest} />;
}

function Conversation({ id, correlationId, peer }: ConversationProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { search } = useLocation();
  const query = useQuery(LogConversationDocument, {
    variables: { correlationId },
    fetchPolicy: UNTOLD,
  });
  const open = (row: LogRowFragment) => {
    const next = new URLSearchParams(search);
    next.set('log', row.id);
    next.delete('part');
    return { search: next.toString() };
  };
  return (
    <div className="g-stack l-conversation">
      <p>{words.conversationLead}</p>
      <div className="g-actions">
        <LinkButton small icon="list" to={logsPath(correlationId)}>
          {words.asList}
        </LinkButton>
        <LinkButton small icon="book" to={journalPath(correlationId)}>
          {words.toJournal}
        </LinkButton>
      </div>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ communicationLogs: { edges, totalCount } }) => (
          <>
            <DataList
              caption={words.conversation}
              columns={conversationColumns({ words, numbers: numberFormat, open, peer })}
              rows={bothHalves(edges.map(({ node }) => node))}
              rowKey={rowKey}
              selectedKey={id}
              rowClass={(row) => (row.cause ? 'l-bad' : '')}
            />
            {totalCount > edges.length && <p className="g-muted">{words.conversationMore}</p>}
          </>
        )}
      </QueryStates>
    </div>
  );
}
