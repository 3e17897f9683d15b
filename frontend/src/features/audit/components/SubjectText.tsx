/** What it was done to, by the name people know it by; its id stands among the details. */
import type { AuditLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { subjectLabels, subjectText } from '../subjects';

export function SubjectText({ subject }: { subject: NonNullable<AuditLineFragment['subject']> }) {
  return <>{subjectText(subject, useLabels(subjectLabels))}</>;
}
