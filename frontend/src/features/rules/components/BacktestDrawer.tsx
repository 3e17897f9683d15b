/** Tries all rules on the past: hits, which are the first, which fit the same, and which never fit. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  BacktestRulesDocument,
  LatestRunDocument,
  type RuleRunCardFragment,
  type RuleSubject,
} from '@/generated/graphql';
import { addDays, today } from '@/kernel/dates';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { transactionsPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, DataList, Drawer, QueryStates, Skeleton, Tag, useAct, type Column } from '@/ui';
import { labels } from '../labels';
import { runLabels } from '../runLabels';
import { RunProgress, useRunPolling } from './RunProgress';

type Run = RuleRunCardFragment;
type Tally = Run['rules'][number];
const SPANS = [30, 90, 365, 0] as const;

export function BacktestDrawer({ onClose }: { onClose: () => void }) {
  const words = useLabels(runLabels);
  const query = useQuery(LatestRunDocument, {
    variables: { ruleId: null, kind: 'BACKTEST' },
    fetchPolicy: UNTOLD,
  });
  const run = query.data?.ruleRuns.edges[0]?.node;
  useRunPolling(query, run);
  const mayChange = useMay('rules.change');
  return (
    <Drawer title={words.title} onClose={onClose}>
      <div className="g-stack">
        <p className="g-muted">{words.help}</p>
        {mayChange && run?.isOver !== false && <Asked />}
        <QueryStates query={query} skeleton={<Skeleton lines={5} />}>
          {() =>
            run ? (
              <>
                <RunProgress run={run} />
                {run.state === 'SUCCEEDED' && <Results run={run} />}
              </>
            ) : (
              <p className="g-muted">{words.none}</p>
            )
          }
        </QueryStates>
      </div>
    </Drawer>
  );
}

function Asked() {
  const words = useLabels(runLabels);
  const rules = useLabels(labels);
  const act = useAct();
  const [begin] = useMutation(BacktestRulesDocument);
  const [subject, setSubject] = useState<RuleSubject>('TRANSACTION');
  const [span, setSpan] = useState<(typeof SPANS)[number]>(90);
  const start = async () => {
    const days = span === 0 ? null : { from: addDays(today(), -span), to: null };
    await act(
      async () => (await begin({ variables: { subject, days } })).data?.backtestRules,
      words.begun,
    );
  };
  return (
    <div className="g-actions">
      <label className="g-select">
        <span>{words.records}</span>
        <select value={subject} onChange={(event) => setSubject(event.target.value as RuleSubject)}>
          <option value="TRANSACTION">{rules.TRANSACTION}</option>
          <option value="PAYMENT">{rules.PAYMENT}</option>
        </select>
      </label>
      <label className="g-select">
        <span>{words.days}</span>
        <select
          value={span}
          onChange={(event) => setSpan(Number(event.target.value) as (typeof SPANS)[number])}
        >
          {SPANS.map((each) => (
            <option key={each} value={each}>
              {words[`day${each}`]}
            </option>
          ))}
        </select>
      </label>
      <Button look="primary" icon="play" onClick={() => void start()}>
        {words.start}
      </Button>
    </div>
  );
}

type Count = (value: number) => string;

const tallyColumns = (
  words: Words<typeof runLabels>,
  subject: RuleSubject,
  count: Count,
): readonly Column<Tally>[] => [
  {
    key: 'rule',
    header: words.rule,
    cell: (row) => (
      <>
        {row.name}
        {row.version === null && <span className="g-sub">{words.draft}</span>}
        {row.hits === 0 && (
          <span className="g-sub">
            <Tag tone="warn" icon="info-circle">
              {words.never}
            </Tag>
          </span>
        )}
      </>
    ),
  },
  { key: 'hits', header: words.hits, numeric: true, cell: ({ hits }) => count(hits) },
  { key: 'first', header: words.first, numeric: true, cell: ({ first }) => count(first) },
  { key: 'alone', header: words.alone, numeric: true, cell: ({ alone }) => count(alone) },
  {
    key: 'samples',
    header: words.samples,
    cell: ({ samples }) => (
      <span className="ru-samples">
        {samples.map((id) =>
          subject === 'TRANSACTION' ? (
            <Link key={id} to={transactionsPath({ transaction: id })}>
              {id}
            </Link>
          ) : (
            <span key={id}>{id}</span>
          ),
        )}
      </span>
    ),
  },
];

function Results({ run }: { run: Run }) {
  const words = useLabels(runLabels);
  const { numberFormat } = useNotation();
  const count = (value: number) => formatCount(value, numberFormat);
  const nameOf = (id: string) => run.rules.find(({ ruleId }) => ruleId === id)?.name ?? `#${id}`;
  return (
    <>
      <DataList
        caption={words.results}
        columns={tallyColumns(words, run.subject, count)}
        rows={run.rules}
        rowKey={({ ruleId }) => ruleId}
      />
      <h3>{words.overlaps}</h3>
      {run.overlaps.length === 0 && <p className="g-muted">{words.noOverlaps}</p>}
      <ul>
        {run.overlaps.slice(0, 20).map(({ firstId, secondId, count: both }) => (
          <li key={`${firstId} ${secondId}`}>
            {words.pair(nameOf(firstId), nameOf(secondId), both, count(both))}
          </li>
        ))}
      </ul>
    </>
  );
}
