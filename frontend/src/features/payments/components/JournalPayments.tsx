/** The payments of one journal, with search and more on demand. */
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { JournalPaymentsDocument, type PaymentState } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { Button, DataList, DataListSkeleton, QueryStates, SearchField, SelectFilter } from '@/ui';
import { paymentColumns } from '../columns';
import { labels } from '../labels';

const STATES: readonly PaymentState[] = ['RECEIVED', 'ACCEPTED', 'PENDING', 'REJECTED', 'BOOKED', 'CANCELLED'];
const PAGE = 50;
const LARGER_PAGE = 200;

export function JournalPayments({ correlationId, onlyProblems = false }: { correlationId: string; onlyProblems?: boolean }) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const [text, setText] = useState('');
  const [state, setState] = useState<PaymentState | null>(onlyProblems ? 'REJECTED' : null);
  const [size, setSize] = useState(PAGE);
  const query = useQuery(JournalPaymentsDocument, {
    variables: { correlationId, first: size, filter: { correlationId, ...(state ? { states: [state] } : {}), ...(text ? { text } : {}) } },
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => paymentColumns(words), [words]);
  const count = (value: number) => formatCount(value, numberFormat);
  return (
    <>
      <div className="g-filterbar">
        <SearchField name={words.search} value={text} onChange={setText} />
        <SelectFilter name={words.state} value={state} options={STATES.map((value) => ({ value, label: words[value] }))} onChange={setState} />
      </div>
      <QueryStates query={query} skeleton={<DataListSkeleton columns={5} rows={5} />}>
        {({ payments }) => {
          if (payments.edges.length === 0) return <p className="g-muted">{text || state ? words.noMatch : words.none}</p>;
          return (
            <>
              <DataList caption={words.title} columns={columns} rows={payments.edges.map((edge) => edge.node)} rowKey={(row) => row.id} />
              <div className="g-actions">
                <span className="g-muted" role="status">{words.shown(count(payments.edges.length), count(payments.totalCount))}</span>
                {payments.pageInfo.hasNextPage && <Button small busy={query.loading} onClick={() => setSize(size + LARGER_PAGE)}>{words.more}</Button>}
              </div>
            </>
          );
        }}
      </QueryStates>
    </>
  );
}
