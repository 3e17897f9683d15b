/** What a rule said when it did something, as one sentence, with its author’s note. */
import type { RuleWordsFragment } from '@/generated/graphql';
import { useNotation } from '@/kernel/preferences';
import { sentenceOf } from '../sentence';
import { useNamedInRules } from '../useRuleNames';

export function RuleInWords({ said }: { said: RuleWordsFragment }) {
  const notation = useNotation();
  const names = useNamedInRules();
  return (
    <>
      {sentenceOf(said, names, notation)}
      {said.note && <span className="g-sub">{said.note}</span>}
    </>
  );
}
