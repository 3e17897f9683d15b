/** The statements that the filtered accounts and booking dates touch, one strip each. */
import { useQuery } from '@apollo/client/react';
import { OneStatementDocument, StatementsInViewDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import type { TransactionUrlFilter } from '../paths';
import { StatementStrip } from './StatementStrip';

/** Few while nothing is asked for, more once a person has said which account or days. */
const SHOWN_UNASKED = 3;
const SHOWN_ASKED = 10;

export function StatementsInView({ filter }: { filter: TransactionUrlFilter }) {
  return filter.statement ? (
    <OnlyStatement id={filter.statement} />
  ) : (
    <StatementsOfFilter filter={filter} />
  );
}

function OnlyStatement({ id }: { id: string }) {
  const query = useQuery(OneStatementDocument, { variables: { id } });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={2} />}>
      {({ statement }) =>
        statement && (
          <div className="t-strips">
            <StatementStrip statement={statement} linked={false} />
          </div>
        )
      }
    </QueryStates>
  );
}

function StatementsOfFilter({ filter }: { filter: TransactionUrlFilter }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const asked = filter.account.length > 0 || filter.from !== null || filter.to !== null;
  const query = useQuery(StatementsInViewDocument, {
    variables: {
      first: asked ? SHOWN_ASKED : SHOWN_UNASKED,
      filter: {
        ...(filter.account.length > 0 ? { accountIds: [...filter.account] } : {}),
        ...(filter.from || filter.to ? { period: { from: filter.from, to: filter.to } } : {}),
      },
    },
  });
  return (
    <QueryStates
      query={query}
      skeleton={
        <div className={asked ? '' : 't-strips-coming'}>
          <Skeleton lines={asked ? 2 : 1} />
        </div>
      }
    >
      {({ statements }) => {
        const more = statements.totalCount - statements.edges.length;
        if (statements.edges.length === 0) return null;
        return (
          <details className="t-strips" open={asked}>
            <summary>
              {words.statementsInView}{' '}
              <span className="g-muted">{formatCount(statements.totalCount, numberFormat)}</span>
            </summary>
            {statements.edges.map(({ node }) => (
              <StatementStrip key={node.id} statement={node} />
            ))}
            {more > 0 && (
              <p className="g-muted">{words.statementsMore(formatCount(more, numberFormat))}</p>
            )}
          </details>
        );
      }}
    </QueryStates>
  );
}
