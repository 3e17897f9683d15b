/** What differs between a version that does not count and the one that does: closing balance, and entry by entry. */
import type { StatementVersionFragment } from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import {
  AmountText,
  DateText,
  MoneyText,
  NoValue,
  QueryStates,
  Skeleton,
  Tag,
  type Tone,
} from '@/ui';
import { useChanges, type Changes } from '../useChanges';
import { versionLabels } from '../versionLabels';
import type { Change, ComparedEntry } from '../versions';

interface WhatChangedProps {
  old: StatementVersionFragment;
  current: StatementVersionFragment;
  /** The versions they are counted among; none where two statements contradict each other. */
  versions?: readonly StatementVersionFragment[];
}

export function WhatChanged({ old, current, versions }: WhatChangedProps) {
  const words = useLabels(versionLabels);
  const query = useChanges(old.id, current.id);
  const numberOf = (version: StatementVersionFragment) =>
    (versions?.findIndex(({ id }) => id === version.id) ?? 0) + 1;
  const caption = versions ? words.changesOf(numberOf(old), numberOf(current)) : words.whatDiffers;
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={4} />}>
      {(found) => (
        <ChangeTable
          caption={caption}
          found={found}
          old={old}
          current={current}
          isDispute={versions === undefined}
        />
      )}
    </QueryStates>
  );
}

type Kind = 'CHANGED' | 'ADDED' | 'REMOVED';
const LOOKS: Readonly<Record<Kind, readonly [Tone, string]>> = {
  CHANGED: ['warn', 'pencil'],
  ADDED: ['good', 'plus'],
  REMOVED: ['bad', 'minus'],
};
const IN_DISPUTE = { CHANGED: 'DIFFERS', ADDED: 'ONLY_CURRENT', REMOVED: 'ONLY_DISPUTED' } as const;
const kindOf = ({ was, now }: Change): Kind => (was && now ? 'CHANGED' : now ? 'ADDED' : 'REMOVED');

function ChangeTable({
  caption,
  found: { changes, compared, isCut },
  old,
  current,
  isDispute,
}: {
  caption: string;
  found: Changes;
  old: StatementVersionFragment;
  current: StatementVersionFragment;
  isDispute: boolean;
}) {
  const words = useLabels(versionLabels);
  const { numberFormat } = useNotation();
  const count = (kind: Kind) => changes.filter((change) => kindOf(change) === kind).length;
  const isMoved =
    old.closing !== null && current.closing !== null && old.closing !== current.closing;
  const [before, now] = isDispute ? [words.inDisputed, words.inCurrent] : [words.before, words.now];
  return (
    <section className="t-changes" aria-label={caption}>
      {!isDispute && <p className="t-heading">{caption}</p>}
      {!isDispute && (
        <p className="g-muted">
          {changes.length > 0
            ? words.summary(count('CHANGED'), count('ADDED'), count('REMOVED'))
            : words.nothingChanged}
        </p>
      )}
      {isDispute && changes.length === 0 && <p className="g-muted">{words.nothingChanged}</p>}
      {isCut && <p className="g-muted">{words.onlyFirst(formatCount(compared, numberFormat))}</p>}
      {(changes.length > 0 || isMoved) && (
        <div className="g-table-frame">
          <table className="g-table t-details">
            <caption className="g-sr">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.change}</th>
                <th scope="col">{words.entry}</th>
                <th scope="col" className="g-cell-number">
                  {before}
                </th>
                <th scope="col" className="g-cell-number">
                  {now}
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change, index) => {
                const kind = kindOf(change);
                const [tone, icon] = LOOKS[kind];
                return (
                  <tr key={index}>
                    <td data-label={words.change}>
                      <Tag tone={tone} icon={icon}>
                        {words[isDispute ? IN_DISPUTE[kind] : kind]}
                      </Tag>
                    </td>
                    <td data-label={words.entry}>
                      <EntryText change={change} />
                    </td>
                    <td data-label={before} className="g-cell-number">
                      <Amount entry={change.was} isOld={!isDispute} />
                    </td>
                    <td data-label={now} className="g-cell-number">
                      <Amount entry={change.now} />
                    </td>
                  </tr>
                );
              })}
              {isMoved && (
                <tr>
                  <td data-label={words.change}>
                    <Tag tone="warn" icon="pencil">
                      {words[isDispute ? 'DIFFERS' : 'CHANGED']}
                    </Tag>
                  </td>
                  <td data-label={words.entry}>
                    <strong>{words.closing}</strong>
                  </td>
                  <td data-label={before} className="g-cell-number">
                    <AmountText amount={old.closing ?? ''} currency={old.currency} />
                  </td>
                  <td data-label={now} className="g-cell-number">
                    <strong>
                      <AmountText amount={current.closing ?? ''} currency={current.currency} />
                    </strong>
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Amount({ entry, isOld = false }: { entry: ComparedEntry | null; isOld?: boolean }) {
  if (!entry) return <NoValue />;
  const money = <MoneyText signed value={entry} />;
  return isOld ? <del>{money}</del> : money;
}

/** Who and what for, as it is now; what else it was before stands below. */
function EntryText({ change: { was, now } }: { change: Change }) {
  const words = useLabels(versionLabels);
  const { dateFormat } = useNotation();
  const entry = (now ?? was) as ComparedEntry;
  const day = entry.bookingDate ?? entry.valueDate;
  const before = was && now ? was : null;
  const dayBefore = before && (before.bookingDate ?? before.valueDate);
  return (
    <>
      <strong>{entry.counterparty ?? entry.text ?? <NoValue />}</strong>
      <span className="g-sub">
        <DateText value={day} />
        {entry.counterparty && entry.text && ` · ${entry.text}`}
      </span>
      {before && before.counterparty !== entry.counterparty && before.counterparty && (
        <span className="g-sub">{words.partyWas(before.counterparty)}</span>
      )}
      {before && before.text !== entry.text && before.text && (
        <span className="g-sub">{words.textWas(before.text)}</span>
      )}
      {dayBefore && dayBefore !== day && (
        <span className="g-sub">{words.dateWas(formatDate(dayBefore, dateFormat))}</span>
      )}
    </>
  );
}
