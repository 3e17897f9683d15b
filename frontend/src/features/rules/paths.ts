/** The filter of the list of rules, as the address carries it. */
import type { RuleListQueryVariables, RuleState, RuleSubject } from '@/generated/graphql';
import { paths } from '@/kernel/paths';
import { choice, defineFilter, text } from '@/kernel/urlState';

export const STATES: readonly RuleState[] = ['DRAFT', 'SHADOW', 'ACTIVE', 'ARCHIVED'];
export const SUBJECTS: readonly RuleSubject[] = ['TRANSACTION', 'PAYMENT'];

interface RuleUrlFilter {
  [key: string]: unknown;
  q: string;
  state: RuleState | null;
  about: RuleSubject | null;
}

export const ruleFilter = defineFilter<RuleUrlFilter>({
  q: text,
  state: choice(STATES),
  about: choice(SUBJECTS),
});

/** As the server takes it; archived rules are left out unless they are asked for. */
export function toServerFilter({
  q,
  state,
  about,
}: RuleUrlFilter): Pick<RuleListQueryVariables, 'states' | 'subject' | 'text'> {
  return { states: state ? [state] : null, subject: about, text: q || null };
}

/** A new rule that begins with what an entry says. */
export const ENTRY = 'entry';
export const entryRulePath = (entryId: string) => `${paths.rules}?${ENTRY}=${entryId}`;
