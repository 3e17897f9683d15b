/** What the made-up server does with messages; every act succeeds, and nothing is remembered. */
import * as records from './records';

type Row = Record<string, unknown>;

const done = ({ id }: { id?: string }) => ({ __typename: 'Success', id: id ?? null });

const each = ({ selection }: { selection: { ids?: string[] } }) => {
  const ids = selection.ids ?? records.messages.map((row) => String(row['id']));
  return {
    __typename: 'BulkResults',
    total: ids.length,
    done: ids.length,
    failed: 0,
    notEligible: 0,
    next: null,
    results: ids.map((id) => ({
      id,
      label: id,
      outcome: 'DONE',
      code: null,
      message: null,
      values: [],
    })),
  };
};

const group = (latest: Row, count: number, unread: number): Row => ({
  id: latest['id'],
  key: `cause:${String(latest['code'])}`,
  latest,
  headline: latest,
  count,
  unread,
  problems: latest['level'] === 'ERROR' ? 1 : 0,
  level: latest['level'],
  since: latest['created'],
});

const edges = (nodes: readonly Row[]) => ({
  edges: nodes.map((node, index) => ({ node, cursor: String(index) })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: nodes.length,
  totalIsExact: true,
});

export const resolvers = {
  message: ({ id }: { id: string }) => records.messages.find((row) => row['id'] === id) ?? null,
  messageGroups: () =>
    edges([group(records.messages[0] as Row, 1, 1), group(records.messages[2] as Row, 3, 1)]),
  resolveMessage: done,
  reopenMessage: done,
  markMessagesRead: each,
  acknowledgeMessages: each,
  resolveMessages: each,
  acknowledgeMessageGroups: each,
  resolveMessageGroups: each,
  reopenMessageGroups: each,
  reopenMessages: each,
};
