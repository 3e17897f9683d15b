/** Who approved a journal's payments and whose approval is awaited, in few words for a list. */
import type { ApproverLineFragment } from '@/generated/graphql';
import { defineLabels, listed, plural, type Words } from '@/kernel/i18n';

export const approverLabels = defineLabels({
  approver: { en: 'Approver', da: 'Godkender' },
  stands: {
    en: (who: string, place: string) => `${who} for ${place}`,
    da: (who: string, place: string) => `${who} som stedfortræder for ${place}`,
  },
  awaits: { en: (who: string) => `Awaits ${who}`, da: (who: string) => `Afventer ${who}` },
  awaitsCount: {
    en: (count: number) => `Awaits ${count} ${plural.en(count, 'approval', 'approvals')}`,
    da: (count: number) => `Afventer ${count} ${plural.da(count, 'godkendelse', 'godkendelser')}`,
  },
  rejected: { en: (who: string) => `Rejected by ${who}`, da: (who: string) => `Afvist af ${who}` },
  expired: { en: 'Not approved in time', da: 'Ikke godkendt i tide' },
});

/** Whose approvals stand, each with the person whose place they took. */
export function approversOf(
  { approvals }: ApproverLineFragment,
  words: Words<typeof approverLabels>,
): string {
  return approvals
    .map(({ person, forPerson }) => (forPerson ? words.stands(person, forPerson) : person))
    .join(', ');
}

/** What it waits for or how it ended without them; nothing where all approvals are there. */
export function outstanding(
  approval: ApproverLineFragment,
  words: Words<typeof approverLabels>,
): string | null {
  if (approval.state === 'REJECTED')
    return approval.rejectedBy && words.rejected(approval.rejectedBy);
  if (approval.state === 'EXPIRED') return words.expired;
  if (approval.state !== 'OPEN' || approval.remaining === 0) return null;
  return approval.awaited.length > 0
    ? words.awaits(listed(approval.awaited))
    : words.awaitsCount(approval.remaining);
}
