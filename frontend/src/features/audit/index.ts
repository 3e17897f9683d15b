/** What the audit room lends: its screen, the trail to be shown as a tab, evidence packs, and the words for what it holds. */
export { AuditScreen } from './AuditScreen';
export { AuditTrail } from './AuditTrail';
export { auditEventPath } from './paths';
export { useEvidencePack } from './useEvidencePack';
export { verbLabels } from './verbs';
export { labels as auditLabels } from './labels';
