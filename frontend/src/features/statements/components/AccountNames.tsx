/** Accounts that look like one, with the evidence; accounts with several names; joining two and separating them again. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  LookAlikesDocument,
  NamedAccountsDocument,
  type LookAlikeLineFragment,
  type NamedAccountFragment,
  type NamedAccountsQuery,
} from '@/generated/graphql';
import { OwnAccountInFull, groupedAsWritten, groupedNumber } from '@/features/banks';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import {
  AmountText,
  Button,
  DateText,
  EmptyState,
  InstantText,
  NoValue,
  QueryStates,
  Skeleton,
} from '@/ui';
import { accountLabels } from '../accountLabels';
import { JoinDialog, SeparateDialog } from './AccountJoins';

/** How the server names the currency of an account that no file has told. */
const UNKNOWN_CURRENCY = 'XXX';
const PAGE_SIZE = 200;

type Alike = LookAlikeLineFragment['kept'];

export function AccountNames() {
  const words = useLabels(accountLabels);
  const mayJoin = useMay('accounts.join');
  const [joining, setJoining] = useState(false);
  const [times, setTimes] = useState(0);
  const section = useRef<HTMLElement>(null);
  // What is joined takes its button with it; the keys belong to what is left.
  useEffect(() => {
    if (times > 0) section.current?.focus();
  }, [times]);
  const leave = () => setTimes((now) => now + 1);
  return (
    <section ref={section} className="g-stack" tabIndex={-1} aria-label={words.title}>
      {mayJoin ? (
        <div className="g-actions">
          <Button icon="plus" onClick={() => setJoining(true)}>
            {words.joinTwo}
          </Button>
        </div>
      ) : (
        <p className="g-muted">{words.mayNot}</p>
      )}
      <LookAlikes onJoined={leave} />
      <AccountsWithNames onSeparated={leave} />
      {joining && <JoinDialog onClose={() => setJoining(false)} onJoined={leave} />}
    </section>
  );
}

function LookAlikes({ onJoined }: { onJoined: () => void }) {
  const words = useLabels(accountLabels);
  const query = useQuery(LookAlikesDocument);
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ lookAlikeAccounts }) =>
        lookAlikeAccounts.length === 0 ? (
          <EmptyState picture="done" title={words.emptyTitle}>
            <p>{words.emptyText}</p>
          </EmptyState>
        ) : (
          <>
            <p className="g-muted">{words.lead}</p>
            {lookAlikeAccounts.map((pair) => (
              <AlikeCard
                key={`${pair.kept.id} ${pair.joined.id}`}
                pair={pair}
                onJoined={onJoined}
              />
            ))}
          </>
        )
      }
    </QueryStates>
  );
}

function AlikeCard({ pair, onJoined }: { pair: LookAlikeLineFragment; onJoined: () => void }) {
  const words = useLabels(accountLabels);
  const { dateFormat, numberFormat } = useNotation();
  const mayJoin = useMay('accounts.join');
  const [asking, setAsking] = useState(false);
  const { kept, joined, balances } = pair;
  const rows: readonly (readonly [string, (account: Alike) => string | null])[] = [
    [words.number, groupedNumber],
    [words.name, ({ nickname, name }) => nickname ?? name],
    [words.owner, ({ owner }) => owner],
    [
      words.currency,
      ({ currency }) => (currency === UNKNOWN_CURRENCY ? words.noCurrency : currency),
    ],
    [words.servicer, ({ servicer }) => servicer],
    [
      words.otherNames,
      ({ otherNames }) => otherNames.map(({ name }) => groupedAsWritten(name)).join(', ') || null,
    ],
  ];
  return (
    <article
      className="g-card t-pair"
      aria-label={words.pair(groupedNumber(kept), groupedNumber(joined))}
    >
      <header className="t-pair-head">
        <h2>{words.looks}</h2>
      </header>
      <div className="g-table-frame">
        <table className="g-table t-compare">
          <caption className="g-sr">{words.looks}</caption>
          <thead>
            <tr>
              <td />
              {[words.kept, words.joinedOne].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(([, value]) => value(kept) !== null || value(joined) !== null)
              .map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td data-label={words.kept}>{value(kept) ?? <NoValue />}</td>
                  <td data-label={words.joinedOne}>{value(joined) ?? <NoValue />}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <p>
        {pair.firstDay === pair.lastDay
          ? words.evidenceOfDay(
              formatCount(pair.equalBalances, numberFormat),
              formatDate(pair.firstDay, dateFormat),
            )
          : words.evidence(
              formatCount(pair.equalBalances, numberFormat),
              formatDate(pair.firstDay, dateFormat),
              formatDate(pair.lastDay, dateFormat),
            )}
      </p>
      <details open>
        <summary>{words.balances}</summary>
        <div className="g-table-frame">
          <table className="g-table">
            <caption className="g-sr">{words.balances}</caption>
            <thead>
              <tr>
                <th scope="col">{words.day}</th>
                <th scope="col">{words.balance}</th>
                <th scope="col" className="g-cell-number">
                  {words.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {balances.map(({ day, isOpening, amount }) => (
                <tr key={`${day} ${isOpening}`}>
                  <td data-label={words.day}>
                    <DateText value={day} />
                  </td>
                  <td data-label={words.balance}>{isOpening ? words.opening : words.closing}</td>
                  <td data-label={words.amount} className="g-cell-number">
                    <AmountText amount={amount} currency={kept.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {pair.equalBalances > balances.length && (
          <p className="g-muted">{words.latest(formatCount(balances.length, numberFormat))}</p>
        )}
      </details>
      {mayJoin && (
        <div className="g-actions">
          <Button icon="clone" onClick={() => setAsking(true)}>
            {words.join}
          </Button>
        </div>
      )}
      {asking && <JoinDialog pair={pair} onClose={() => setAsking(false)} onJoined={onJoined} />}
    </article>
  );
}

const withMore = (known: NamedAccountsQuery, more: NamedAccountsQuery): NamedAccountsQuery => ({
  accounts: { ...more.accounts, edges: [...known.accounts.edges, ...more.accounts.edges] },
});

function AccountsWithNames({ onSeparated }: { onSeparated: () => void }) {
  const words = useLabels(accountLabels);
  const query = useQuery(NamedAccountsDocument, {
    variables: { first: PAGE_SIZE },
  });
  const { data, fetchMore } = query;
  const { hasNextPage = false, endCursor = null } = data?.accounts.pageInfo ?? {};
  useEffect(() => {
    if (!hasNextPage) return;
    fetchMore({
      variables: { after: endCursor },
      updateQuery: (known, { fetchMoreResult }) => withMore(known, fetchMoreResult),
    }).catch(() => undefined);
  }, [hasNextPage, endCursor, fetchMore]);
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
      {({ accounts: { edges } }) => {
        const named = edges
          .map(({ node }) => node)
          .filter(({ otherNames, joined }) => otherNames.length + joined.length > 0);
        if (named.length === 0) return null;
        return (
          <div className="g-table-frame">
            <table className="g-table t-decisions">
              <caption className="t-heading">{words.named}</caption>
              <thead>
                <tr>
                  <th scope="col">{words.number}</th>
                  <th scope="col">{words.otherNames}</th>
                  <th scope="col">{words.JOINED}</th>
                </tr>
              </thead>
              <tbody>
                {named.map((account) => (
                  <NamedRow key={account.id} account={account} onSeparated={onSeparated} />
                ))}
              </tbody>
            </table>
          </div>
        );
      }}
    </QueryStates>
  );
}

function NamedRow({
  account,
  onSeparated,
}: {
  account: NamedAccountFragment;
  onSeparated: () => void;
}) {
  const words = useLabels(accountLabels);
  const mayJoin = useMay('accounts.join');
  const [separating, setSeparating] = useState<NamedAccountFragment['joined'][number] | null>(null);
  const kept = groupedNumber(account);
  return (
    <tr>
      <td data-label={words.number}>
        <OwnAccountInFull account={account} />
      </td>
      <td data-label={words.otherNames}>
        {account.otherNames.length === 0 ? (
          <NoValue />
        ) : (
          <ul className="t-others">
            {account.otherNames.map(({ name, learned }) => (
              <li key={name}>
                {groupedAsWritten(name)} <span className="g-muted">{words[learned]}</span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label={words.JOINED}>
        {account.joined.length === 0 ? (
          <NoValue />
        ) : (
          <ul className="t-others">
            {account.joined.map((joined) => (
              <li key={joined.id}>
                <span>
                  {groupedAsWritten(joined.number)}
                  <span className="g-sub">
                    {words.joinedBy(joined.joinedBy)} · <InstantText value={joined.joinedAt} />
                  </span>
                </span>
                {mayJoin && (
                  <Button
                    small
                    look="quiet"
                    icon="undo"
                    aria-label={words.separateOf(groupedAsWritten(joined.number), kept)}
                    onClick={() => setSeparating(joined)}
                  >
                    {words.separate}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {separating && (
          <SeparateDialog
            joined={separating}
            kept={kept}
            onClose={() => setSeparating(null)}
            onSeparated={onSeparated}
          />
        )}
      </td>
    </tr>
  );
}
