/** A line for each account: its statements, balances, entries and closing balance, and whether it is closed. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountMonthLineFragment } from '@/generated/graphql';
import { accountLabel, OwnAccountInFull } from '@/features/banks';
import { today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, InstantText, MoneyText, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import { isWhole, missingDays } from '../months';
import { MonthDialog } from './MonthDialog';

interface Asked {
  act: 'close' | 'reopen';
  lines: readonly AccountMonthLineFragment[];
}

export function MonthLines({
  month,
  lines,
}: {
  month: string;
  lines: readonly AccountMonthLineFragment[];
}) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const mayClose = useMay('statements.decide');
  const [asked, ask] = useState<Asked | null>(null);
  const isOver = month < today().slice(0, 7);
  const ready = lines.filter((line) => !line.closed && isWhole(line));
  return (
    <>
      {mayClose && isOver && ready.length > 1 && (
        <div className="g-actions">
          <Button icon="lock" onClick={() => ask({ act: 'close', lines: ready })}>
            {words.closeAll(words.accountsCount(formatCount(ready.length, numberFormat)))}
          </Button>
        </div>
      )}
      {asked && <MonthDialog {...asked} month={month} onClose={() => ask(null)} />}
      <div className="g-table-frame">
        <table className="g-table m-lines">
          <caption className="m-caption">{words.byAccount(monthName(month, language))}</caption>
          <thead>
            <tr>
              <th scope="col">{words.account}</th>
              <th scope="col">{words.statements}</th>
              <th scope="col">{words.balances}</th>
              {[words.entries, words.unmatched, words.closing].map((name) => (
                <th key={name} scope="col" className="g-cell-number">
                  {name}
                </th>
              ))}
              <th scope="col">{words.state}</th>
              {mayClose && (
                <th scope="col">
                  <span className="g-sr">{words.act}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line
                key={line.account.id}
                line={line}
                act={mayClose ? (line.closed ? 'reopen' : isOver ? 'close' : null) : undefined}
                onAct={(act) => ask({ act, lines: [line] })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Line({
  line,
  act,
  onAct,
}: {
  line: AccountMonthLineFragment;
  /** What the person may do; nothing at present with null, nothing ever without it. */
  act: Asked['act'] | null | undefined;
  onAct: (act: Asked['act']) => void;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { account, closing, currency, days, entries, unmatched } = line;
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const counted = (count: number, path: string) => {
    const said = formatCount(count, numberFormat);
    if (count === 0 || !first || !last) return said;
    return <Link to={`${path}?account=${account.id}&from=${first}&to=${last}`}>{said}</Link>;
  };
  return (
    <tr>
      <th scope="row" className="m-account">
        <OwnAccountInFull account={account} />
      </th>
      <td data-label={words.statements}>
        <StatementsTag line={line} />
      </td>
      <td data-label={words.balances}>
        <BalancesTag line={line} />
      </td>
      <td data-label={words.entries} className="g-cell-number g-count">
        {counted(entries, paths.transactions)}
      </td>
      <td data-label={words.unmatched} className="g-cell-number g-count">
        {counted(unmatched, paths.reconciliation)}
        <Differences line={line} />
      </td>
      <td data-label={words.closing} className="g-cell-number">
        {closing === null ? <NoValue /> : <MoneyText value={{ amount: closing, currency }} />}
      </td>
      <td data-label={words.state}>
        <StateTag closed={line.closed} />
      </td>
      {act !== undefined && (
        <td className="g-cell-toggle">
          {act && (
            <Button
              small
              look="quiet"
              icon={act === 'close' ? 'lock' : 'lock-open'}
              aria-label={`${words[act]}: ${accountLabel(account)}`}
              title={words[act]}
              onClick={() => onAct(act)}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** What people let stand when they matched entries: whoever closes the month answers for it. */
function Differences({
  line: { currency, difference, differences },
}: {
  line: AccountMonthLineFragment;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (difference === null) return null;
  return (
    <span className="g-sub">
      {words.differences(formatCount(differences, numberFormat), differences === 1)}{' '}
      <MoneyText value={{ amount: difference, currency }} />
    </span>
  );
}

function StateTag({ closed }: { closed: AccountMonthLineFragment['closed'] }) {
  const words = useLabels(labels);
  if (!closed) return <Tag icon="lock-open">{words.open}</Tag>;
  const { closedAt, closedBy, isChanged, reason } = closed;
  return (
    <>
      {isChanged ? (
        <Tag tone="bad" icon="exclamation-triangle">
          {words.changed}
        </Tag>
      ) : (
        <Tag tone="good" icon="lock">
          {words.closed}
        </Tag>
      )}
      <span className="g-sub">
        {closedBy}, <InstantText value={closedAt} />
      </span>
      {reason && <span className="g-sub">{reason}</span>}
    </>
  );
}

function StatementsTag({ line }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const missing = missingDays(line);
  if (line.isComplete === null) return <NoValue />;
  if (line.isComplete)
    return (
      <Tag tone="good" icon="check">
        {words.allHere}
      </Tag>
    );
  return missing > 0 ? (
    <Tag tone="bad" icon="times">
      {words.daysMissing(formatCount(missing, numberFormat))}
    </Tag>
  ) : (
    <Tag icon="hourglass">{words.moreToCome}</Tag>
  );
}

function BalancesTag({ line: { addsUp, isComplete } }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  if (addsUp === null)
    return isComplete === null ? (
      <NoValue />
    ) : (
      <Tag icon="question" title={words.addUpUnknownWhy}>
        {words.addUpUnknown}
      </Tag>
    );
  return addsUp ? (
    <Tag tone="good" icon="check">
      {words.addUp}
    </Tag>
  ) : (
    <Tag tone="bad" icon="exclamation-triangle">
      {words.addUpNot}
    </Tag>
  );
}
