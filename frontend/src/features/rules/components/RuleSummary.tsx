/** One rule of the list: its name and state, what it says, and how it has done. */
import type { RuleLineFragment } from '@/generated/graphql';
import { listed, useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Icon, Tag, type Tone } from '@/ui';
import { labels } from '../labels';
import { sentenceOf, type Names } from '../sentence';

export const LOOKS: Readonly<Record<RuleLineFragment['state'], readonly [Tone, string]>> = {
  DRAFT: ['neutral', 'pencil'],
  SHADOW: ['info', 'eye'],
  ACTIVE: ['good', 'check'],
  ARCHIVED: ['neutral', 'inbox'],
};

export function RuleSummary({ rule, names, onOpen }: { rule: RuleLineFragment; names: Names; onOpen: () => void }) {
  const words = useLabels(labels);
  const notation = useNotation();
  const said = rule.current ?? rule.draft;
  const [tone, icon] = LOOKS[rule.state];
  const others = rule.overlaps.slice(0, 3).map(({ name }) => name);
  return (
    <div className="ru-rule">
      <div className="ru-head">
        <button type="button" className="g-link ru-name" aria-label={words.open(rule.name)} onClick={onOpen}>{rule.name}</button>
        <Tag tone={tone} icon={icon}>{words[rule.state]}</Tag>
        <Tag>{words[rule.subject]}</Tag>
        {rule.draft && rule.current && <Tag tone="warn" icon="pencil">{words.changed}</Tag>}
        {rule.request && <Tag tone="warn" icon="user">{words.waits(words[rule.request.state], rule.request.askedBy)}</Tag>}
      </div>
      {said && <p className="ru-sentence">{sentenceOf(said, names, notation)}</p>}
      <p className="g-muted ru-facts">
        <span>{words.hits(rule.hits, formatCount(rule.hits, notation.numberFormat))}{rule.lastHit && <>, {words.lastHit} <AgeText value={rule.lastHit} /></>}</span>
        <span>{words.owner(rule.owner)}</span>
        {others.length > 0 && <span className="ru-overlap"><Icon name="clone" /> {words.overlaps(listed(others))}</span>}
      </p>
    </div>
  );
}
