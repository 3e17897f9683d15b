/** Rules of the made-up server: none, until a test makes some. */
import { connection } from './answer';

export const resolvers = {
  rules: () => connection([]),
  rule: () => null as object | null,
  ruleFields: () => [] as object[],
  ruleReferences: () => [] as object[],
  ruleRuns: () => connection([]),
  moveRule: () => ({ __typename: 'Success', id: null as string | null }),
  createRule: () => ({ __typename: 'Success', id: null as string | null }),
  importRules: () => ({ __typename: 'Success', id: null as string | null }),
  restoreRuleVersion: () => ({ __typename: 'Success', id: null as string | null }),
};
