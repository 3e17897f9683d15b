/** What differs between two versions of a rule, part by part, in words. Pure. */
import type { RuleWordsFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import type { Notation } from '@/kernel/preferences';
import { builderLabels } from './builderLabels';
import { actionInWords, conditionInWords, type Names } from './sentence';

export interface Difference {
  /** Which part, as the form calls it. */
  part: string;
  was: string;
  now: string;
}

type Parts = ReadonlyMap<string, string>;

/** How several are joined is no part of a rule that has one. */
function partsOf(
  { name, note, match, blocks, actions }: RuleWordsFragment,
  names: Names,
  notation: Notation,
): Parts {
  const words = wordsOf(builderLabels, notation.language);
  const parts = new Map([
    [words.name, name],
    [words.note, note ?? ''],
  ]);
  if (blocks.length > 1) parts.set(words.match, match === 'ALL' ? words.allBlocks : words.anyBlock);
  blocks.forEach(({ match: within, conditions }, block) => {
    const place = words.block(block + 1);
    if (conditions.length > 1)
      parts.set(
        `${place} · ${words.within}`,
        within === 'ALL' ? words.allConditions : words.anyCondition,
      );
    conditions.forEach((condition, at) =>
      parts.set(
        `${place} · ${words.condition(at + 1)}`,
        conditionInWords(condition, names, notation),
      ),
    );
  });
  actions.forEach((each, at) =>
    parts.set(`${words.follows} · ${at + 1}`, actionInWords(each, names, notation)),
  );
  return parts;
}

/** Every part that says something else, in the order of the later version. */
export function differences(
  before: RuleWordsFragment,
  after: RuleWordsFragment,
  names: Names,
  notation: Notation,
): readonly Difference[] {
  const [was, now] = [partsOf(before, names, notation), partsOf(after, names, notation)];
  return [...new Set([...now.keys(), ...was.keys()])]
    .map((part) => ({ part, was: was.get(part) ?? '', now: now.get(part) ?? '' }))
    .filter((each) => each.was !== each.now);
}
