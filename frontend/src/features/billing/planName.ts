/** What a plan is called. */
import type { PlanTextFragment } from '@/generated/graphql';
import type { Language } from '@/kernel/preferences';

export const planName = (
  plan: Pick<PlanTextFragment, 'english' | 'danish'>,
  language: Language,
): string => (language === 'da' ? plan.danish : plan.english);
