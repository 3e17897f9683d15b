/** What the audit room lends: the trail, to be shown as a tab, and the words for what it holds. */
export { AuditTrail } from './AuditTrail';
export { auditEventPath } from './paths';
export { verbLabels } from './verbs';
export { labels as auditLabels } from './labels';
