/** What waits for the signed-in person: a line for each kind, which leads to just that. */
import { Link } from 'react-router';
import type { MyTasksQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation, type NumberFormat } from '@/kernel/preferences';
import {
  AgeText,
  DataList,
  DataListSkeleton,
  EmptyState,
  MoneyText,
  NoValue,
  QueryStates,
  ROW_LINK,
  type Column,
  type QueryView,
} from '@/ui';
import { kindLabels, labels } from './labels';

type Task = MyTasksQuery['myTasks'][number];

export function MyTasks({ query }: { query: QueryView<MyTasksQuery> }) {
  const words = useLabels(labels);
  const kinds = useLabels(kindLabels);
  const { numberFormat } = useNotation();
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={4} rows={4} />}>
      {({ myTasks }) =>
        myTasks.length === 0 ? (
          <EmptyState picture="inbox" title={words.emptyTitle}>
            <p>{words.emptyText}</p>
          </EmptyState>
        ) : (
          <DataList
            caption={words.tasks}
            columns={taskColumns(words, kinds, numberFormat)}
            rows={myTasks}
            rowKey={({ kind }) => kind}
          />
        )
      }
    </QueryStates>
  );
}

function taskColumns(
  words: Words<typeof labels>,
  kinds: Words<typeof kindLabels>,
  numbers: NumberFormat,
): readonly Column<Task>[] {
  return [
    {
      key: 'task',
      header: words.task,
      cell: ({ kind, path }) => (
        <Link to={path} {...ROW_LINK}>
          {kinds[kind]}
        </Link>
      ),
    },
    {
      key: 'count',
      header: words.count,
      numeric: true,
      cell: ({ count, countIsExact }) => {
        const figure = formatCount(count, numbers);
        return countIsExact ? figure : words.atLeast(figure);
      },
    },
    {
      key: 'oldest',
      header: words.oldest,
      cell: ({ oldest }) => (oldest ? <AgeText value={oldest} /> : <NoValue />),
    },
    {
      key: 'amount',
      header: words.amount,
      numeric: true,
      cell: ({ sums }) =>
        sums.length > 0 ? (
          <span className="g-stack">
            {sums.map((sum) => (
              <MoneyText key={sum.currency} value={sum} />
            ))}
          </span>
        ) : (
          <NoValue />
        ),
    },
  ];
}
