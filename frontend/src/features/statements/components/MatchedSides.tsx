/** What an entry is matched with: payments, open items, and entries that stand beside it or against it. */
import { Link } from 'react-router';
import type { MatchSidesFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, signOf } from '@/kernel/money';
import { journalPath, transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { DateText, MoneyText } from '@/ui';
import { labels } from '../labels';

type Side = MatchSidesFragment['sides'][number];

/** The addresses of what has a screen of its own. */
function addressOf({ kind, id, correlationId }: Side): string | null {
  if (kind === 'ENTRY') return transactionsPath({ transaction: id });
  return correlationId ? journalPath(correlationId) : null;
}

export function MatchedSides({ entryId, match }: { entryId: string; match: MatchSidesFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  /** Of a part payment: what is open of the invoice after all of its parts. */
  const restOf = ({ openNow }: Side) => {
    if (!openNow) return null;
    const { amount, currency } = openNow;
    return signOf(amount) === 0
      ? words.settledInFull
      : words.stillOpen(`${formatDecimal(amount, numberFormat, currency)} ${currency}`);
  };
  const others = match.sides.filter(({ kind, id }) => kind !== 'ENTRY' || id !== entryId);
  const unseen = match.sideCount - match.sides.length;
  return (
    <ul className="t-sides" aria-label={words.matchedWith}>
      {others.map((side) => {
        const address = addressOf(side);
        const name = side.name ?? words.noName;
        return (
          <li key={`${side.kind}-${side.id}`}>
            <span className="t-side">
              <DateText value={side.day} />
              <MoneyText signed={side.kind === 'ENTRY'} value={side.amount} />
            </span>
            {address ? <Link to={address}>{name}</Link> : name}
            <span className="g-sub">
              {[words[`side${side.kind}`], side.number, restOf(side)].filter(Boolean).join(' · ')}
            </span>
          </li>
        );
      })}
      {unseen > 0 && <li className="g-muted">{words.sidesMore(unseen)}</li>}
    </ul>
  );
}
