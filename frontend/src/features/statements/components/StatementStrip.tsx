/** One statement in a line: opening, in, out, closing, whether it all agrees, and its versions. */
import { Link } from 'react-router';
import type { StatementStripFragment } from '@/generated/graphql';
import { accountLabel, OwnAccount } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { signOf } from '@/kernel/money';
import { transactionsPath } from '@/kernel/paths';
import { AmountText, DateText, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import { versionLabels } from '../versionLabels';
import { nameOf } from '../versions';
import { ChainTag, VersionTags } from './StatementTags';
import { StatementVersions } from './StatementVersions';
import '../statements.css';

export function StatementStrip({
  statement,
  linked = true,
}: {
  statement: StatementStripFragment;
  linked?: boolean;
}) {
  const words = useLabels(labels);
  const { account, currency } = statement;
  // What does not count has no entries of its own in the list.
  const hasEntries = statement.status === 'CURRENT';
  return (
    <article
      className="t-strip"
      aria-label={`${words.statement} ${statement.sequence ?? statement.bankId ?? ''} ${accountLabel(account)}`}
    >
      <div className="t-strip-line">
        <div className="t-strip-who">
          <strong>
            <OwnAccount account={account} />
          </strong>
          <Period statement={statement} />
        </div>
        <dl className="t-figures">
          <Figure name={words.opening} amount={statement.opening} currency={currency} />
          <Figure name={words.incoming} amount={statement.incoming} currency={currency} sign="+" />
          <Figure name={words.outgoing} amount={statement.outgoing} currency={currency} sign="−" />
          <Figure name={words.closing} amount={statement.closing} currency={currency} />
        </dl>
        <div className="t-strip-checks">
          {currency && <span className="g-currency">{currency}</span>}
          <VersionTags statement={statement} />
          <Balanced statement={statement} />
          <ChainTag statement={statement} />
          {linked && hasEntries && (
            <Link to={transactionsPath({ statement: statement.id })}>{words.showEntries}</Link>
          )}
        </div>
      </div>
      <StatementVersions statement={statement} />
    </article>
  );
}

function Period({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(versionLabels);
  const from = statement.fromDate ?? statement.openingDate;
  const to = statement.toDate ?? statement.closingDate;
  const name = nameOf(statement);
  return (
    <span className="g-sub">
      {name && `${name} · `}
      {statement.page !== null && statement.page > 1 && `${words.page(statement.page)} · `}
      <DateText value={from} />
      {to && to !== from && (
        <>
          {' '}
          – <DateText value={to} />
        </>
      )}
      {statement.periodSource && ` · ${words[`period_${statement.periodSource}`]}`}
    </span>
  );
}

function Figure({
  name,
  amount,
  currency,
  sign = '',
}: {
  name: string;
  amount: string | null;
  currency: string | null;
  sign?: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {amount === null ? (
          <NoValue />
        ) : (
          <>
            {sign && signOf(amount) !== 0 ? sign : ''}
            <AmountText amount={sign ? amount.replace('-', '') : amount} currency={currency} />
          </>
        )}
      </dd>
    </div>
  );
}

function Balanced({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(labels);
  if (statement.opening === null && statement.closing === null)
    return <span className="g-muted">{words.noBalances}</span>;
  if (statement.balanced === null) return <Tag icon="question">{words.addsUpUnknown}</Tag>;
  return statement.balanced ? (
    <Tag tone="good" icon="check">
      {words.addsUp}
    </Tag>
  ) : (
    <Tag tone="bad" icon="times" title={words.addsUpNotWhy}>
      {words.addsUpNot}
    </Tag>
  );
}
