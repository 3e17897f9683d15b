/** The columns of the list of rules. */
import type { RuleLineFragment } from '@/generated/graphql';
import { listed, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import type { Notation } from '@/kernel/preferences';
import { AgeText, Icon, NoValue, ROW_LINK, Tag, type Column, type Tone } from '@/ui';
import { Place, type Moving } from './components/Place';
import type { labels } from './labels';
import { blocksOf, sentenceOf, type Names } from './sentence';

export const LOOKS: Readonly<Record<RuleLineFragment['state'], readonly [Tone, string]>> = {
  DRAFT: ['neutral', 'pencil'],
  SHADOW: ['info', 'eye'],
  ACTIVE: ['good', 'check'],
  ARCHIVED: ['neutral', 'inbox'],
};

interface Surroundings {
  words: Words<typeof labels>;
  notation: Notation;
  names: Names;
  /** Absent for who may not change the order. */
  moving: Moving | null;
}

export function ruleColumns({
  words,
  notation,
  names,
  moving,
}: Surroundings): readonly Column<RuleLineFragment>[] {
  return [
    {
      key: 'place',
      header: words.place,
      width: 11,
      cell: (rule) => <Place rule={rule} moving={rule.state === 'ARCHIVED' ? null : moving} />,
    },
    {
      key: 'rule',
      header: words.rule,
      width: 34,
      cell: (rule) => <RuleCell rule={rule} words={words} names={names} notation={notation} />,
    },
    {
      key: 'state',
      header: words.state,
      width: 9,
      cell: ({ state }) => (
        <Tag tone={LOOKS[state][0]} icon={LOOKS[state][1]}>
          {words[state]}
        </Tag>
      ),
    },
    {
      key: 'hits',
      header: words.hits,
      numeric: true,
      width: 9,
      cell: ({ hits }) => formatCount(hits, notation.numberFormat),
    },
    {
      key: 'last',
      header: words.lastHit,
      width: 8,
      priority: 2,
      cell: ({ lastHit }) => (lastHit ? <AgeText value={lastHit} /> : <NoValue />),
    },
    { key: 'owner', header: words.owner, width: 9, priority: 1, cell: ({ owner }) => owner },
  ];
}

function RuleCell({
  rule,
  words,
  names,
  notation,
}: { rule: RuleLineFragment } & Omit<Surroundings, 'moving'>) {
  const { name, subject, draft, current, request, said, overlaps } = rule;
  const others = overlaps.slice(0, 3).map((other) => other.name);
  return (
    <span className="ru-rule">
      <span className="ru-head">
        <button
          type="button"
          className="g-link ru-name"
          aria-label={words.open(name)}
          {...ROW_LINK}
        >
          {name}
        </button>
        <Tag>{words[subject]}</Tag>
        {draft && current && (
          <Tag tone="warn" icon="pencil">
            {words.changed}
          </Tag>
        )}
        {request && (
          <Tag tone="warn" icon="user">
            {words.waits(words[request.state], request.askedBy)}
          </Tag>
        )}
      </span>
      {said && (
        <span className="ru-sentence">
          {sentenceOf({ ...said, blocks: blocksOf(said.parts) }, names, notation)}
        </span>
      )}
      {others.length > 0 && (
        <span className="g-sub ru-overlap">
          <Icon name="clone" /> {words.overlaps(listed(others))}
        </span>
      )}
    </span>
  );
}
