/** The labels that rules put on records, as options of a filter. */
import { useQuery } from '@apollo/client/react';
import { LabelChoicesDocument } from '@/generated/graphql';
import type { Option } from '@/ui';

export function useLabelOptions(): readonly Option<string>[] {
  const { data } = useQuery(LabelChoicesDocument);
  return (data?.ruleLabels ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
