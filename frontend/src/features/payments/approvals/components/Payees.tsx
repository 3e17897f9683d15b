/** Who is paid, how much, when and from where: the same in the panel, the dialogs, and on the card of the list. */
import type {
  OneApprovalQuery,
  PayeeLineFragment,
  PayeesInShortFragment,
  PayeesShownFragment,
} from '@/generated/graphql';
import { AccountName, groupedAsWritten } from '@/features/banks';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { DateText, Facts, MoneyText, NoValue, Tag, type Tone } from '@/ui';
import { dayAt, timeAt } from '../../cutOff';
import { payeeLabels } from '../payeeLabels';
import '../approvals.css';

export type PayeeFacts = PayeesShownFragment & { largest: readonly PayeeLineFragment[] };
export type CutOff = NonNullable<OneApprovalQuery['journal']>['cutOff'];

const MARKS: Readonly<Record<NonNullable<PayeeLineFragment['mark']>, readonly [Tone, string]>> = {
  NEW: ['info', 'plus'],
  CHANGED: ['bad', 'exclamation-triangle'],
  OTHER: ['warn', 'exclamation-circle'],
};

/** Amount, account, days and cut-off, as facts of a list. */
export function usePayeeFacts(
  { totals, debited, firstDate, lastDate }: PayeeFacts,
  cutOff: CutOff,
): Parameters<typeof Facts>[0]['facts'] {
  const words = useLabels(payeeLabels);
  const { dateFormat } = useNotation();
  const isOneDay = firstDate === lastDate;
  return [
    [
      words.amount,
      <span key="amount" className="ap-sum">
        {totals.map((total) => (
          <MoneyText key={total.currency} value={total} />
        ))}
      </span>,
    ],
    [
      words.debited,
      debited.length > 0 && (
        <span key="debited" className="ap-debited">
          {debited.map((from) => (
            <DebitedAccount key={from.number} from={from} alone={debited.length === 1} />
          ))}
        </span>
      ),
    ],
    [
      words.executionDate,
      firstDate &&
        lastDate &&
        (isOneDay ? (
          <DateText key="day" value={firstDate} />
        ) : (
          words.days(formatDate(firstDate, dateFormat), formatDate(lastDate, dateFormat))
        )),
    ],
    ...(cutOff ? [[words.cutOff, <CutOffText key="cutOff" cutOff={cutOff} />] as const] : []),
  ];
}

function DebitedAccount({
  from: { number, owner, totals },
  alone,
}: {
  from: PayeesShownFragment['debited'][number];
  alone: boolean;
}) {
  const words = useLabels(payeeLabels);
  return (
    <span>
      {number ? <AccountName number={number} /> : words.noAccount}
      <span className="g-sub">{owner}</span>
      {!alone &&
        totals.map((total) => (
          <span key={total.currency} className="g-sub">
            <MoneyText value={total} />
          </span>
        ))}
    </span>
  );
}

/** By the clock of the bank. */
export function CutOffText({
  cutOff: { at, zone },
}: {
  cutOff: Pick<NonNullable<CutOff>, 'at' | 'zone'>;
}) {
  const words = useLabels(payeeLabels);
  const { dateFormat } = useNotation();
  return (
    <time dateTime={at}>
      {formatDate(dayAt(at, zone), dateFormat)} {timeAt(at, zone)}{' '}
      <span className="g-muted">{words.bankTime}</span>
    </time>
  );
}

/** What is asked about before a decision: sums, account, days, and whom it pays. */
export function PaidBy({ facts, cutOff }: { facts: PayeeFacts; cutOff: CutOff }) {
  return (
    <div className="ap-asked">
      <Facts facts={usePayeeFacts(facts, cutOff)} />
      <PayeeList facts={facts} />
    </div>
  );
}

/** Every payment of a small file, else the largest and whatever is changed; it scrolls by itself. */
export function PayeeList({ facts }: { facts: PayeeFacts }) {
  const words = useLabels(payeeLabels);
  const { numberFormat } = useNotation();
  const more = facts.payments - facts.largest.length;
  return (
    <section className="ap-paid" aria-label={words.payees}>
      <p className="ap-paid-head">
        <strong>{words.payees}</strong> <PayeeCounts facts={facts} />
      </p>
      {/* What scrolls has to be reached by keys. */}
      <div className="ap-payees" role="group" aria-label={words.payees} tabIndex={0}>
        <PayeeLines payees={facts.largest} />
        {more > 0 && <p className="g-muted">{words.more(formatCount(more, numberFormat))}</p>}
      </div>
    </section>
  );
}

/** How many payments and accounts, and which of those are new or changed, listed or not. */
export function PayeeCounts({
  facts: { payments, payees, newAccounts, changedAccounts },
}: {
  facts: Pick<PayeeFacts, 'payments' | 'payees' | 'newAccounts' | 'changedAccounts'>;
}) {
  const words = useLabels(payeeLabels);
  const { numberFormat } = useNotation();
  const number = (value: number) => formatCount(value, numberFormat);
  return (
    <>
      <span className="g-muted">{words.counts(number(payments), number(payees))}</span>
      {changedAccounts > 0 && (
        <>
          {' '}
          <Tag tone={MARKS.CHANGED[0]} icon={MARKS.CHANGED[1]}>
            {words.changedAccounts(number(changedAccounts))}
          </Tag>
        </>
      )}
      {newAccounts > 0 && (
        <>
          {' '}
          <Tag tone={MARKS.NEW[0]} icon={MARKS.NEW[1]}>
            {words.newAccounts(number(newAccounts))}
          </Tag>
        </>
      )}
    </>
  );
}

export function PayeeLines({ payees }: { payees: readonly PayeeLineFragment[] }) {
  const words = useLabels(payeeLabels);
  return (
    <ul className="ap-payee-lines">
      {payees.map(({ paymentId, name, account, amount, executionDate, mark, accountBefore }) => (
        <li key={paymentId}>
          <span className="ap-payee">
            <strong>{name ?? words.noName}</strong>
            <strong>
              <MoneyText value={amount} />
            </strong>
          </span>
          <span className="ap-payee">
            <span className="ap-payee-account">
              {account ? groupedAsWritten(account) : words.noAccount}
            </span>
            <span className="g-muted">
              <DateText value={executionDate} />
            </span>
          </span>
          {accountBefore && (
            <span className="ap-payee-account g-muted">
              {words.before}: <s>{groupedAsWritten(accountBefore)}</s>
            </span>
          )}
          {mark && (
            <span>
              <Tag tone={MARKS[mark][0]} icon={MARKS[mark][1]}>
                {words[mark]}
              </Tag>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The accounts that pay: the first and how many more where rows are lines, all of them where they are cards. */
export function DebitedCell({ facts: { debited } }: { facts: PayeesInShortFragment }) {
  const { numberFormat } = useNotation();
  const words = useLabels(payeeLabels);
  const [first] = debited;
  if (!first) return <NoValue />;
  const more = debited.length - 1;
  return (
    <>
      <span className="ap-payees-row">
        {first.number ? <AccountName number={first.number} /> : words.noAccount}
        {more > 0 && <span className="g-muted"> +{formatCount(more, numberFormat)}</span>}
      </span>
      <span className="ap-payees-card">
        <DebitedAccounts debited={debited} />
      </span>
    </>
  );
}

/** All accounts that pay, one below the other. */
export function DebitedAccounts({ debited }: Pick<PayeesInShortFragment, 'debited'>) {
  const words = useLabels(payeeLabels);
  return (
    <span className="ap-debited">
      {debited.map(({ number }) => (
        <span key={number}>{number ? <AccountName number={number} /> : words.noAccount}</span>
      ))}
    </span>
  );
}

/** In one line where rows are lines; in full where they are cards. */
export function PayeesCell({ facts }: { facts: PayeesInShortFragment }) {
  const words = useLabels(payeeLabels);
  const { numberFormat } = useNotation();
  const { largest, payments, changedAccounts } = facts;
  const more = payments - largest.length;
  const name = largest[0]?.name ?? words.noName;
  return (
    <>
      <span className="ap-payees-row">
        {changedAccounts > 0 && (
          <Tag tone="bad" icon="exclamation-triangle">
            {words.changedAccounts(formatCount(changedAccounts, numberFormat))}
          </Tag>
        )}
        {payments > 1 ? words.moreNames(name, formatCount(payments - 1, numberFormat)) : name}
      </span>
      <span className="ap-payees-card">
        <PayeeCounts facts={facts} />
        <PayeeLines payees={largest} />
        {more > 0 && <span className="g-muted">{words.more(formatCount(more, numberFormat))}</span>}
      </span>
    </>
  );
}
