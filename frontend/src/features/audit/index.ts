/** What the audit room lends: the trail, to be shown as a tab. */
export { AuditTrail } from './AuditTrail';
