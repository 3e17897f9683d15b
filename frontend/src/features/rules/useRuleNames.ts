/** What rules can ask and name in this realm. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { RuleNamesDocument, type RuleNamesQuery, type RuleSubject } from '@/generated/graphql';
import type { FieldFacts } from './ruleForm';
import type { Names } from './sentence';

export interface RuleNames extends Names {
  fields: Readonly<Record<RuleSubject, readonly FieldFacts[]>>;
  /** What a field can name, by id and name. */
  choices: RuleNamesQuery['ruleReferences'];
  allLabels: RuleNamesQuery['ruleLabels'];
}

const NOTHING: RuleNames = { references: {}, labels: {}, fields: { TRANSACTION: [], PAYMENT: [] }, choices: [], allLabels: [] };

export function useRuleNames(): RuleNames {
  const { data } = useQuery(RuleNamesDocument, { fetchPolicy: 'cache-and-network' });
  return useMemo(() => {
    if (!data) return NOTHING;
    return {
      references: Object.fromEntries(data.ruleReferences.map(({ field, id, name }) => [`${field} ${id}`, name])),
      labels: Object.fromEntries(data.ruleLabels.map(({ id, name }) => [id, name])),
      fields: { TRANSACTION: data.transactionFields, PAYMENT: data.paymentFields },
      choices: data.ruleReferences,
      allLabels: data.ruleLabels,
    };
  }, [data]);
}
