/** One statement in a line: opening, in, out, closing, and whether it all agrees. */
import { Link } from 'react-router';
import type { StatementStripFragment } from '@/generated/graphql';
import { accountLabel, OwnAccount } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, signOf } from '@/kernel/money';
import { transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { AmountText, DateText, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import '../statements.css';

export function StatementStrip({ statement, linked = true }: { statement: StatementStripFragment; linked?: boolean }) {
  const words = useLabels(labels);
  const { account, currency } = statement;
  const from = statement.fromDate ?? statement.openingDate;
  const to = statement.toDate ?? statement.closingDate;
  return (
    <article className="t-strip" aria-label={`${words.statement} ${statement.sequence ?? statement.bankId ?? ''} ${accountLabel(account)}`}>
      <div className="t-strip-line">
        <div className="t-strip-who">
          <strong><OwnAccount account={account} /></strong>
          <span className="g-sub">
            {statement.sequence && `#${statement.sequence} · `}
            <DateText value={from} />
            {to && to !== from && <> – <DateText value={to} /></>}
          </span>
        </div>
        <dl className="t-figures">
          <Figure name={words.opening} amount={statement.opening} currency={currency} />
          <Figure name={words.incoming} amount={statement.incoming} currency={currency} sign="+" />
          <Figure name={words.outgoing} amount={statement.outgoing} currency={currency} sign="−" />
          <Figure name={words.closing} amount={statement.closing} currency={currency} />
        </dl>
        <div className="t-strip-checks">
          {currency && <span className="g-currency">{currency}</span>}
          <Balanced statement={statement} />
          <Follows statement={statement} />
          {linked && <Link to={transactionsPath({ statement: statement.id })}>{words.showEntries}</Link>}
        </div>
      </div>
    </article>
  );
}

function Figure({ name, amount, currency, sign = '' }: { name: string; amount: string | null; currency: string | null; sign?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{amount === null ? <NoValue /> : <>{sign && signOf(amount) !== 0 ? sign : ''}<AmountText amount={sign ? amount.replace('-', '') : amount} currency={currency} /></>}</dd>
    </div>
  );
}

function Balanced({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(labels);
  if (statement.opening === null && statement.closing === null) return <span className="g-muted">{words.noBalances}</span>;
  if (statement.balanced === null) return <Tag icon="question">{words.addsUpUnknown}</Tag>;
  return statement.balanced
    ? <Tag tone="good" icon="check">{words.addsUp}</Tag>
    : <Tag tone="bad" icon="times" title={words.addsUpNotWhy}>{words.addsUpNot}</Tag>;
}

function Follows({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (statement.followsPrevious === null) return null;
  if (statement.followsPrevious) return <Tag tone="good" icon="check">{words.followsPrevious}</Tag>;
  const closing = statement.previousClosing;
  const why = closing ? words.followsNotWhy(formatDecimal(closing, numberFormat, statement.currency)) : '';
  return (
    <>
      <Tag tone="bad" icon="times" title={why}>{words.followsNot}</Tag>
      {why && <span className="g-sub">{why}</span>}
    </>
  );
}
