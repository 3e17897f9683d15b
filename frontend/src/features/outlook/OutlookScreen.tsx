/** Cash outlook: one account's days, and below them every account's lowest expected balance. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { NoAccounts, useAccountList } from '@/features/banks';
import { calledOf } from '@/features/dashboard';
import {
  AccountOutlookDocument,
  OutlookAccountsDocument,
  type AccountNameFragment,
  type OutlookAccountsQuery,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { signOf } from '@/kernel/money';
import { useUrlFilter, type UrlFilter } from '@/kernel/urlState';
import {
  AmountText,
  Button,
  DateText,
  NoValue,
  Page,
  QueryStates,
  Skeleton,
  inOrderOf,
} from '@/ui';
import { AccountOutlook } from './components/AccountOutlook';
import { labels } from './labels';
import './outlook.css';
import { outlookFilter, type OutlookUrlFilter } from './paths';

interface ChosenProps {
  accounts: readonly AccountNameFragment[];
  shown: AccountNameFragment;
  days: number;
  url: UrlFilter<OutlookUrlFilter>;
}

export function OutlookScreen() {
  const words = useLabels(labels);
  const { query, accounts } = useAccountList();
  const url = useUrlFilter(outlookFilter);
  const shown = accounts.find(({ id }) => id === url.filter.account) ?? accounts[0];
  const days = url.filter.days ? 90 : 30;
  return (
    <Page title={words.title} lead={words.lead}>
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {() =>
          shown ? (
            <div className="g-stack">
              <Choice accounts={accounts} shown={shown} days={days} url={url} />
              <Outlooks accounts={accounts} shown={shown} days={days} url={url} />
            </div>
          ) : (
            <NoAccounts words={words} />
          )
        }
      </QueryStates>
    </Page>
  );
}

function Choice({ accounts, shown, days, url }: ChosenProps) {
  const words = useLabels(labels);
  return (
    <search className="g-filterbar o-choice" aria-label={words.choice}>
      <label className="g-select">
        <span>{words.account}</span>
        <select
          value={shown.id}
          onChange={({ target }) => url.change({ account: target.value, day: null })}
        >
          {accounts.map(({ id, number, name, owner, nickname, currency }) => (
            <option key={id} value={id}>
              {`${calledOf({ account: number, accountName: name ?? owner, nickname })} ${currency}`}
            </option>
          ))}
        </select>
      </label>
      <div className="h-switch" role="group" aria-label={words.ahead}>
        {([30, 90] as const).map((span) => (
          <Button
            key={span}
            small
            look="quiet"
            aria-pressed={days === span}
            onClick={() => url.change({ days: span === 90 ? '90' : null, day: null })}
          >
            {words.days(span)}
          </Button>
        ))}
      </div>
    </search>
  );
}

/** The one that is shown first; the others cost more, and are asked of when it is there. */
function Outlooks({ accounts, shown, days, url }: ChosenProps) {
  const query = useQuery(AccountOutlookDocument, {
    variables: { days, accountIds: [shown.id] },
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={1} height="24rem" />}>
      {({ cashOutlooks: [outlook] }) => (
        <div className="g-stack">
          {outlook && <AccountOutlook outlook={outlook} url={url} />}
          {accounts.length > 1 && <Lines accounts={accounts} shown={shown} days={days} url={url} />}
        </div>
      )}
    </QueryStates>
  );
}

type Line = OutlookAccountsQuery['cashOutlooks'][number];

const isBelow = ({ lowest }: Line) => lowest !== null && signOf(lowest.line) < 0;

/** Every account in its own currency, never a sum; those expected below zero first. */
function Lines({ accounts, shown, days }: ChosenProps) {
  const words = useLabels(labels);
  const query = useQuery(OutlookAccountsDocument, { variables: { days } });
  const inOrder = (lines: readonly Line[]) =>
    inOrderOf(
      lines,
      accounts.map(({ id }) => id),
      ({ accountId }) => accountId,
    ).toSorted((one, other) => Number(isBelow(other)) - Number(isBelow(one)));
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={Math.min(accounts.length, 8)} />}>
      {({ cashOutlooks }) => (
        <div className="g-card o-lines" role="region" aria-label={words.accounts} tabIndex={0}>
          <table className="g-table">
            <caption className="g-sr">{words.accounts}</caption>
            <thead>
              <tr>
                <th scope="col">{words.account}</th>
                <th scope="col">{words.currency}</th>
                <th scope="col" className="g-cell-number">
                  {words.balance}
                </th>
                <th scope="col" className="g-cell-number">
                  {words.lowestOn}
                </th>
                <th scope="col">{words.day}</th>
              </tr>
            </thead>
            <tbody>
              {inOrder(cashOutlooks).map((line) => (
                <tr key={line.accountId} aria-current={line.accountId === shown.id || undefined}>
                  <th scope="row">
                    <Link
                      to={`?${new URLSearchParams({ account: line.accountId, ...(days === 90 && { days: '90' }) })}`}
                    >
                      {calledOf(line)}
                    </Link>
                  </th>
                  <td data-label={words.currency}>{line.currency}</td>
                  <td data-label={words.balance} className="g-cell-number">
                    {line.opening ? (
                      <AmountText amount={line.opening} currency={line.currency} />
                    ) : (
                      <NoValue />
                    )}
                  </td>
                  <td
                    data-label={words.lowestOn}
                    className={`g-cell-number${isBelow(line) ? ' o-below' : ''}`}
                  >
                    {line.lowest ? (
                      <AmountText amount={line.lowest.line} currency={line.currency} />
                    ) : (
                      <NoValue />
                    )}
                  </td>
                  <td data-label={words.day}>
                    <DateText value={line.lowest?.day} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryStates>
  );
}
