/** Two statements that contradict each other, side by side, and the decision which of them counts. */
import { useMutation } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import {
  DecideStatementsDocument,
  type StatementVerdict,
  type StatementVersionFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { difference, formatCount, signOf } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AmountText, Button, DateText, NoValue, Tag } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';
import { useLedger } from '../useLedger';
import { versionLabels } from '../versionLabels';
import { bankMoment, nameOf } from '../versions';
import { ReasonDialog } from './ReasonDialog';
import { Unfolding } from './StatementVersions';
import { WhatChanged } from './WhatChanged';

type Fact = readonly [
  name: string,
  current: ReactNode,
  disputed: ReactNode,
  isSame: boolean,
  apart?: ReactNode,
];

export function DisputedPair({
  disputed,
  current,
}: {
  disputed: StatementVersionFragment;
  current: StatementVersionFragment;
}) {
  const words = useLabels(versionLabels);
  const more = useLabels(duplicateLabels);
  const mayDecide = useMay('statements.decide');
  const [verdict, setVerdict] = useState<StatementVerdict | null>(null);
  const [isSettling, setSettling] = useState(false);
  const facts = useFacts(current, disputed);
  const follow = (settled: Promise<void>) => {
    setSettling(true);
    void settled.then(() => setSettling(false));
  };
  const choice = (version: StatementVersionFragment, of: StatementVerdict) => (
    <Button
      small
      look="primary"
      icon="check"
      busy={isSettling}
      aria-label={words.chooseNamed(version.document.name)}
      onClick={() => setVerdict(of)}
    >
      {words.choose}
    </Button>
  );
  return (
    <section className="t-pair" aria-label={`${words.disputedTitle} ${disputed.document.name}`}>
      <p className="t-heading">{words.disputedTitle}</p>
      <p className="g-muted">{words.disputedHelp}</p>
      <div className="g-table-frame">
        <table className="g-table t-compare">
          <caption className="g-sr">{words.disputedTitle}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="g-sr">{words.fact}</span>
              </th>
              <th scope="col">
                <Tag tone="good" icon="check">
                  {words.countsNow}
                </Tag>
              </th>
              <th scope="col">
                <Tag tone="bad" icon="exclamation-triangle">
                  {words.doesNotCount}
                </Tag>
              </th>
              <th scope="col" className="g-cell-number">
                {words.difference}
              </th>
            </tr>
          </thead>
          <tbody>
            {facts.map(([name, left, right, isSame, apart]) => (
              <tr key={name} className={isSame ? undefined : 't-differs'}>
                <th scope="row">
                  {name}
                  {!isSame && <span className="g-sr"> ({more.differs})</span>}
                </th>
                <td data-label={words.countsNow}>{left}</td>
                <td data-label={words.doesNotCount}>{right}</td>
                <td data-label={words.difference} className="g-cell-number">
                  {apart}
                </td>
              </tr>
            ))}
            {mayDecide && (
              <tr className="t-choices">
                <th scope="row">
                  <span className="g-sr">{more.decision}</span>
                </th>
                <td data-label={words.countsNow}>{choice(current, 'LEFT')}</td>
                <td data-label={words.doesNotCount}>{choice(disputed, 'RIGHT')}</td>
                <td>
                  <Button small busy={isSettling} onClick={() => setVerdict('BOTH')}>
                    {words.keepBoth}
                  </Button>
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {isSettling && (
        <p className="g-muted" role="status">
          {more.settling}
        </p>
      )}
      {!mayDecide && <p className="g-muted">{more.mayNot}</p>}
      <Unfolding label={words.whatDiffers}>
        <WhatChanged old={disputed} current={current} />
      </Unfolding>
      {verdict && (
        <DecideStatements
          current={current}
          disputed={disputed}
          verdict={verdict}
          onDecided={follow}
          onClose={() => setVerdict(null)}
        />
      )}
    </section>
  );
}

function DecideStatements({
  current,
  disputed,
  verdict,
  onDecided,
  onClose,
}: {
  current: StatementVersionFragment;
  disputed: StatementVersionFragment;
  verdict: StatementVerdict;
  onDecided: (settled: Promise<void>) => void;
  onClose: () => void;
}) {
  const words = useLabels(versionLabels);
  const more = useLabels(duplicateLabels);
  const settle = useLedger();
  const [decide] = useMutation(DecideStatementsDocument);
  const isBoth = verdict === 'BOTH';
  const chosen = verdict === 'RIGHT' ? disputed : current;
  const send = async (reason: string) => {
    const { refused, settled } = await settle(
      async () =>
        (await decide({ variables: { leftId: current.id, rightId: disputed.id, verdict, reason } }))
          .data?.decideStatements,
      more.decided,
    );
    if (refused === null) onDecided(settled);
    return refused;
  };
  return (
    <ReasonDialog
      title={isBoth ? words.bothTitle : words.chooseTitle}
      confirm={isBoth ? words.keepBoth : words.choose}
      send={send}
      onClose={onClose}
    >
      <p>{isBoth ? words.bothHelp : words.chooseHelp(chosen.document.name)}</p>
    </ReasonDialog>
  );
}

function useFacts(
  current: StatementVersionFragment,
  disputed: StatementVersionFragment,
): readonly Fact[] {
  const words = useLabels(versionLabels);
  const { dateFormat, numberFormat } = useNotation();
  const said = (
    name: string,
    of: (version: StatementVersionFragment) => ReactNode,
    key: (version: StatementVersionFragment) => unknown,
  ): Fact => [name, of(current), of(disputed), key(current) === key(disputed)];
  const amount = (name: string, of: (version: StatementVersionFragment) => string | null): Fact => {
    const [left, right] = [of(current), of(disputed)];
    const shown = (value: string | null, currency: string | null) =>
      value === null ? <NoValue /> : <AmountText amount={value} currency={currency} />;
    const apart = left !== null && right !== null ? difference(right, left) : null;
    const isSame = apart === null ? left === right : signOf(apart) === 0;
    return [
      name,
      shown(left, current.currency),
      shown(right, disputed.currency),
      isSame,
      apart !== null && !isSame && (
        <>
          {signOf(apart) > 0 && '+'}
          <AmountText amount={apart} currency={disputed.currency} />
        </>
      ),
    ];
  };
  return [
    said(
      words.file,
      ({ correlationId, document }) => (
        <Link to={journalPath(correlationId, 'statement')}>{document.name}</Link>
      ),
      () => true,
    ),
    said(words.number, (version) => nameOf(version) ?? <NoValue />, nameOf),
    said(
      words.created,
      ({ created }) => bankMoment(created, dateFormat) ?? <NoValue />,
      ({ created }) => created,
    ),
    said(
      words.period,
      ({ fromDate, toDate }) => (
        <>
          <DateText value={fromDate} />
          {toDate !== fromDate && (
            <>
              {' '}
              – <DateText value={toDate} />
            </>
          )}
        </>
      ),
      ({ fromDate, toDate }) => `${fromDate} ${toDate}`,
    ),
    amount(words.opening, ({ opening }) => opening),
    amount(words.incoming, ({ incoming }) => incoming),
    amount(words.outgoing, ({ outgoing }) => outgoing),
    amount(words.closes, ({ closing }) => closing),
    said(
      words.entries,
      ({ entries }) => formatCount(entries, numberFormat),
      ({ entries }) => entries,
    ),
  ];
}
