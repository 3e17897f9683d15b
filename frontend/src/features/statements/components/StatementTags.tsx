/** What a statement is, which version of it, what became of it, and how it is joined to the one before. */
import type { StatementStatus, StatementStripFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Tag, type Tone } from '@/ui';
import { versionLabels } from '../versionLabels';
import { placeOf } from '../versions';

const LOOKS: Readonly<Record<StatementStatus, readonly [Tone, string]>> = {
  LOADING: ['info', 'sync'],
  CURRENT: ['good', 'check'],
  REPLACED: ['neutral', 'history'],
  REPEATED: ['neutral', 'clone'],
  SAME: ['neutral', 'clone'],
  DISPUTED: ['bad', 'exclamation-triangle'],
};

export function StatusTag({ status }: { status: StatementStatus }) {
  const words = useLabels(versionLabels);
  const [tone, icon] = LOOKS[status];
  return (
    <Tag tone={tone} icon={icon}>
      {words[status]}
    </Tag>
  );
}

/** Nothing for a booked statement that is the only one of its kind: that is the usual case. */
export function VersionTags({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(versionLabels);
  const place = placeOf(statement);
  const isUsual = statement.status === 'CURRENT' && statement.versions.length < 2;
  return (
    <>
      {statement.kind !== 'BOOKED' && <Tag icon="file">{words[statement.kind]}</Tag>}
      {place && <Tag icon="history">{words.versionOf(place.number, place.of)}</Tag>}
      {!isUsual && <StatusTag status={statement.status} />}
    </>
  );
}

export function ChainTag({
  statement: { link, previousClosing, currency },
}: {
  statement: Pick<StatementStripFragment, 'link' | 'previousClosing' | 'currency'>;
}) {
  const words = useLabels(versionLabels);
  const { numberFormat } = useNotation();
  if (link === null) return null;
  if (link === 'FIRST') return <Tag>{words.FIRST}</Tag>;
  if (link === 'FOLLOWS')
    return (
      <Tag tone="good" icon="check">
        {words.FOLLOWS}
      </Tag>
    );
  const closed = previousClosing ? formatDecimal(previousClosing, numberFormat, currency) : null;
  const why =
    link === 'OVERLAPS'
      ? [words.overlapsWhy, closed && words.overlapsClosing(closed)].filter(Boolean).join(' ')
      : closed
        ? words.gapWhy(closed)
        : '';
  return (
    <>
      <Tag
        tone={link === 'GAP' ? 'bad' : 'warn'}
        icon={link === 'GAP' ? 'times' : 'exclamation-triangle'}
        title={why}
      >
        {words[link]}
      </Tag>
      {why && <span className="g-sub">{why}</span>}
    </>
  );
}
