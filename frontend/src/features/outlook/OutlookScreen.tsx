/** Cash outlook: every account's lowest expected balance, and one account's days. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { calledOf } from '@/features/dashboard';
import {
  AccountOutlookDocument,
  OutlookAccountsDocument,
  type OutlookAccountsQuery,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { signOf } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter, type UrlFilter } from '@/kernel/urlState';
import {
  AmountText,
  Button,
  DateText,
  EmptyState,
  LinkButton,
  NoValue,
  Page,
  QueryStates,
  Skeleton,
  WaysOn,
  inOrderOf,
} from '@/ui';
import { AccountOutlook } from './components/AccountOutlook';
import { labels } from './labels';
import './outlook.css';
import { outlookFilter, type OutlookUrlFilter } from './paths';

type Line = OutlookAccountsQuery['cashOutlooks'][number];

export function OutlookScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(outlookFilter);
  const days = url.filter.days ? 90 : 30;
  const query = useQuery(OutlookAccountsDocument, { variables: { days } });
  return (
    <Page title={words.title} lead={words.lead}>
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {({ cashOutlooks, arrangement }) => (
          <Accounts
            lines={inOrderOf(cashOutlooks, arrangement, ({ accountId }) => accountId)}
            days={days}
            url={url}
          />
        )}
      </QueryStates>
    </Page>
  );
}

function Accounts({
  lines,
  days,
  url,
}: {
  lines: readonly Line[];
  days: number;
  url: UrlFilter<OutlookUrlFilter>;
}) {
  const words = useLabels(labels);
  const { account } = url.filter;
  const [first] = lines;
  if (!first) return <NoAccounts />;
  const shown = lines.find(({ accountId }) => accountId === account) ?? first;
  return (
    <div className="g-stack">
      <search className="g-filterbar" aria-label={words.choice}>
        <label className="g-select">
          <span>{words.account}</span>
          <select
            value={shown.accountId}
            onChange={({ target }) => url.change({ account: target.value, day: null })}
          >
            {lines.map((line) => (
              <option key={line.accountId} value={line.accountId}>
                {`${calledOf(line)} ${line.currency}`}
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
      <OneAccount id={shown.accountId} days={days} url={url} />
      {lines.length > 1 && <Lines lines={lines} shown={shown.accountId} days={url.filter.days} />}
    </div>
  );
}

function OneAccount({
  id,
  days,
  url,
}: {
  id: string;
  days: number;
  url: UrlFilter<OutlookUrlFilter>;
}) {
  const query = useQuery(AccountOutlookDocument, { variables: { days, accountIds: [id] } });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={1} height="24rem" />}>
      {({ cashOutlooks: [outlook] }) =>
        outlook ? <AccountOutlook outlook={outlook} url={url} /> : <NoAccounts />
      }
    </QueryStates>
  );
}

/** Every account in its own currency; never a sum. */
function Lines({
  lines,
  shown,
  days,
}: {
  lines: readonly Line[];
  shown: string;
  days: OutlookUrlFilter['days'];
}) {
  const words = useLabels(labels);
  return (
    <div className="g-card o-lines">
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
          {lines.map((line) => (
            <tr key={line.accountId} aria-current={line.accountId === shown || undefined}>
              <th scope="row">
                <Link
                  to={`?${new URLSearchParams({ account: line.accountId, ...(days && { days }) })}`}
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
                className={`g-cell-number${line.lowest && signOf(line.lowest.line) < 0 ? ' o-below' : ''}`}
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
  );
}

function NoAccounts() {
  const words = useLabels(labels);
  const mayUpload = useMay('uploads.create');
  return (
    <EmptyState
      picture="orbit"
      title={words.emptyTitle}
      actions={
        <WaysOn>
          {mayUpload && (
            <LinkButton look="primary" icon="file-import" to={paths.uploadStatements}>
              {words.uploadStatement}
            </LinkButton>
          )}
        </WaysOn>
      }
    >
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}
