/** A line for each account: its statements, balances, entries and closing balance, and whether it is closed. */
import { Link } from 'react-router';
import type { AccountMonthLineFragment, ClosingRuleFragment } from '@/generated/graphql';
import { useEvidencePack } from '@/features/audit';
import { accountLabel, OwnAccountInFull } from '@/features/banks';
import { today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, currentRefusals, InstantText, MoneyText, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import {
  actsOn,
  changedSince,
  isShort,
  isWhole,
  missingDays,
  needsNoMore,
  type Act,
} from '../months';

const ICONS: Readonly<Record<Act, string>> = {
  close: 'lock',
  propose: 'lock',
  confirm: 'check',
  reject: 'times',
  withdraw: 'undo',
  reopen: 'lock-open',
};

/** Whether it is done for many at once; what has changed since is looked at one by one. */
const isReady = (act: Act, line: AccountMonthLineFragment): boolean =>
  act === 'confirm' ? needsNoMore(line) && changedSince(line).length === 0 : isWhole(line);

export function MonthLines({
  month,
  rule: { needsSecond },
  lines,
  onAct,
}: {
  month: string;
  rule: ClosingRuleFragment;
  lines: readonly AccountMonthLineFragment[];
  onAct: (act: Act, lines: readonly AccountMonthLineFragment[]) => void;
}) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const mayClose = useMay('statements.decide');
  const mayTake = useMay('audit.read');
  const hasActs = mayClose || mayTake;
  const isOver = month < today().slice(0, 7);
  const acts = (line: AccountMonthLineFragment) => actsOn(line, { isOver, needsSecond });
  const atOnce = (['confirm', 'propose', 'close'] as const)
    .map((act) => ({
      act,
      ready: lines.filter((line) => acts(line).includes(act) && isReady(act, line)),
    }))
    .filter(({ ready }) => ready.length > 1);
  return (
    <>
      {mayClose && atOnce.length > 0 && (
        <div className="g-actions">
          {atOnce.map(({ act, ready }) => (
            <Button key={act} icon={ICONS[act]} onClick={() => onAct(act, ready)}>
              {words[`${act}All`](words.accountsCount(formatCount(ready.length, numberFormat)))}
            </Button>
          ))}
        </div>
      )}
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
              {hasActs && (
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
                month={month}
                acts={hasActs ? (mayClose ? acts(line) : []) : undefined}
                onAct={(act) => onAct(act, [line])}
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
  month,
  acts,
  onAct,
}: {
  line: AccountMonthLineFragment;
  month: string;
  /** What the person may do to it; without it nothing, to no line. */
  acts: readonly Act[] | undefined;
  onAct: (act: Act) => void;
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
        <StateTag line={line} />
      </td>
      {acts && (
        <td className="g-cell-toggle m-acts">
          {acts.map((act) => (
            <Button
              key={act}
              small
              look="quiet"
              icon={ICONS[act]}
              aria-label={`${words[act]}: ${accountLabel(account)}`}
              title={words[act]}
              onClick={() => onAct(act)}
            />
          ))}
          <TakePack account={account} month={month} />
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

function TakePack({
  account,
  month,
}: {
  account: AccountMonthLineFragment['account'];
  month: string;
}) {
  const pack = useEvidencePack({ account: account.id, month });
  if (!pack) return null;
  return (
    <Button
      small
      look="quiet"
      icon="download"
      aria-label={`${pack.name}: ${accountLabel(account)}`}
      title={pack.name}
      busy={pack.isBusy}
      onClick={() => void pack.take()}
    />
  );
}

function StateTag({ line }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  const { closed, proposed } = line;
  if (proposed) return <ProposedTag line={line} proposed={proposed} />;
  if (!closed) return <Tag icon="lock-open">{words.open}</Tag>;
  const { closedAt, closedBy, proposedBy, isChanged, reason } = closed;
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
      {proposedBy && <span className="g-sub">{words.proposedBy(proposedBy)}</span>}
      {reason && <span className="g-sub">{reason}</span>}
    </>
  );
}

function ProposedTag({
  line,
  proposed: { isOwn, obstacle, proposed, proposedBy, reason },
}: {
  line: AccountMonthLineFragment;
  proposed: NonNullable<AccountMonthLineFragment['proposed']>;
}) {
  const words = useLabels(labels);
  return (
    <>
      <Tag tone="warn" icon="hourglass">
        {words.proposed}
      </Tag>
      <span className="g-sub">
        {words.proposedBy(proposedBy)}, <InstantText value={proposed} />
      </span>
      {reason && <span className="g-sub">{reason}</span>}
      {changedSince(line).length > 0 && <span className="g-sub">{words.changedSince}</span>}
      {obstacle && !isOwn && <span className="g-sub">{currentRefusals().reason(obstacle)}</span>}
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
  if (missing > 0)
    return (
      <Tag tone="bad" icon="times">
        {words.daysMissing(formatCount(missing, numberFormat))}
      </Tag>
    );
  return isShort(line) ? (
    <Tag tone="warn" icon="hourglass">
      {words.notAllHere}
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
