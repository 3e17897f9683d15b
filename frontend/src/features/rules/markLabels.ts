/** Words for what rules have done to a record. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  byRule: {
    en: (rule: string, version: number) => `by the rule ${rule}, version ${version}`,
    da: (rule: string, version: number) => `af reglen ${rule}, udgave ${version}`,
  },
});
