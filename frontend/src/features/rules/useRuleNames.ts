/** What rules can ask and name in this realm. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  NamedInRulesDocument,
  RuleNamesDocument,
  type NamedInRulesQuery,
  type RuleNamesQuery,
  type RuleSubject,
} from '@/generated/graphql';
import { UNTOLD } from '@/kernel/policies';
import type { FieldFacts } from './ruleForm';
import type { Names } from './sentence';

export interface RuleNames extends Names {
  fields: Readonly<Record<RuleSubject, readonly FieldFacts[]>>;
  /** What a field can name, by id and name. */
  choices: RuleNamesQuery['ruleReferences'];
  allLabels: RuleNamesQuery['ruleLabels'];
}

const NOTHING: RuleNames = {
  references: {},
  labels: {},
  fields: { TRANSACTION: [], PAYMENT: [] },
  choices: [],
  allLabels: [],
};

const namesOf = ({ ruleReferences, ruleLabels }: NamedInRulesQuery): Names => ({
  references: Object.fromEntries(
    ruleReferences.map(({ field, id, name }) => [`${field} ${id}`, name]),
  ),
  labels: Object.fromEntries(ruleLabels.map(({ id, name }) => [id, name])),
});

/** What rules name, for whoever may see what they did. */
export function useNamedInRules(): Names {
  const { data } = useQuery(NamedInRulesDocument, { fetchPolicy: UNTOLD });
  return useMemo(() => (data ? namesOf(data) : NOTHING), [data]);
}

export function useRuleNames(): RuleNames {
  const { data } = useQuery(RuleNamesDocument, { fetchPolicy: UNTOLD });
  return useMemo(() => {
    if (!data) return NOTHING;
    return {
      ...namesOf(data),
      fields: { TRANSACTION: data.transactionFields, PAYMENT: data.paymentFields },
      choices: data.ruleReferences,
      allLabels: data.ruleLabels,
    };
  }, [data]);
}
