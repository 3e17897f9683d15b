/** The messages of one group, the newest of them; the whole group is one link away. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import {
  MessageListDocument,
  type MessageFilter,
  type MessageGrouping,
  type MessageRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { messagesPath, paths } from '@/kernel/paths';
import { RIGHT_NOW } from '@/kernel/policies';
import { DataList, DataListSkeleton, QueryStates } from '@/ui';
import { messageColumns, type GroupRow } from '../columns';
import { labels } from '../labels';

const SHOWN = 20;
const SHOWN_COLUMNS = new Set(['time', 'level', 'message', 'state', 'reference']);

/** What leaves just the messages of a group. */
const MEMBERS: Readonly<Record<MessageGrouping, (group: GroupRow) => MessageFilter>> = {
  INBOX: ({ key }) => ({ thread: key }),
  CODE: ({ key }) => ({ code: key }),
  TEXT: ({ latest }) => ({ sameTextAs: latest.id }),
  CORRELATION: ({ latest }) => ({ correlationId: latest.correlationId }),
};

interface GroupMembersProps {
  group: GroupRow;
  by: MessageGrouping;
  filter: MessageFilter;
  open: (id: string) => { search: string };
}

export function GroupMembers({ group, by, filter, open }: GroupMembersProps) {
  const words = useLabels(labels);
  const { id, correlationId } = group.latest;
  const narrowed: MessageFilter = { ...filter, ...MEMBERS[by](group) };
  const query = useQuery(MessageListDocument, {
    variables: { first: SHOWN, filter: narrowed },
    fetchPolicy: RIGHT_NOW,
  });
  const columns = useMemo(
    () =>
      messageColumns(words, (row: MessageRowFragment) => open(row.id)).filter(({ key }) =>
        SHOWN_COLUMNS.has(key),
      ),
    [words, open],
  );
  const common = { INBOX: 'thread', CODE: 'code', TEXT: 'same' } as const;
  const whole =
    by === 'CORRELATION'
      ? messagesPath(correlationId ?? undefined)
      : `${paths.messages}?${new URLSearchParams({ [common[by]]: by === 'TEXT' ? id : group.key }).toString()}`;
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={4} rows={3} />}>
      {({ messages }) => (
        <div className="m-members">
          <DataList
            caption={words.groupList}
            columns={columns}
            rows={messages.edges.map(({ node }) => node)}
            rowKey={(row) => row.id}
          />
          {group.count > SHOWN && (
            <p>
              <Link to={whole}>{words.groupMore}</Link>
            </p>
          )}
        </div>
      )}
    </QueryStates>
  );
}
