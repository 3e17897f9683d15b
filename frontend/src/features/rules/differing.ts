/** What differs between two versions of a rule, part by part, in words. Pure. */
import type { RuleWordsFragment } from '@/generated/graphql';
import type { Notation } from '@/kernel/preferences';
import { actionInWords, conditionInWords, type Names } from './sentence';

export interface Difference {
  key: string;
  was: string;
  now: string;
}

type Parts = ReadonlyMap<string, string>;

function partsOf(version: RuleWordsFragment, names: Names, notation: Notation): Parts {
  const parts = new Map([['name', version.name], ['match', version.match]]);
  version.blocks.forEach(({ match, conditions }, block) => {
    parts.set(`${block + 1}`, match);
    conditions.forEach((condition, at) => parts.set(`${block + 1}.${at + 1}`, conditionInWords(condition, names, notation)));
  });
  version.actions.forEach((each, at) => parts.set(`→ ${at + 1}`, actionInWords(each, names, notation)));
  return parts;
}

/** Every part that says something else, in the order of the later version. */
export function differences(before: RuleWordsFragment, after: RuleWordsFragment, names: Names, notation: Notation): readonly Difference[] {
  const [was, now] = [partsOf(before, names, notation), partsOf(after, names, notation)];
  return [...new Set([...now.keys(), ...was.keys()])]
    .map((key) => ({ key, was: was.get(key) ?? '', now: now.get(key) ?? '' }))
    .filter((each) => each.was !== each.now);
}
