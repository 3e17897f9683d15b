/** What people call the things that were acted upon, where they have no name of their own. Pure. */
import type { AuditLineFragment } from '@/generated/graphql';
import { defineLabels, wordFor, type Words } from '@/kernel/i18n';

/** Things there is only one of, by kind and id, and kinds of which there are many. */
export const subjectLabels = defineLabels({
  'chain audit': { en: 'Audit trail', da: 'Revisionsspor' },
  'work all': { en: 'All background work', da: 'Alt baggrundsarbejde' },
  'banks all': { en: 'All banks', da: 'Alle banker' },
  'log keeping': { en: 'Log retention', da: 'Opbevaring af log' },
  'list accounts': { en: 'List of accounts', da: 'Liste over konti' },
  'list auditEvents': { en: 'Audit trail', da: 'Revisionsspor' },
  'list communicationLogs': {
    en: 'List of communication logs',
    da: 'Liste over kommunikationslog',
  },
  'list documents': { en: 'List of documents', da: 'Liste over dokumenter' },
  'list erpMappings': {
    en: 'List of payment method mappings',
    da: 'Liste over tilknytninger af betalingsmetoder',
  },
  'list erpOutbox': { en: 'Queue to the ERP', da: 'Kø til ERP-systemet' },
  'list erpPayments': { en: 'List of ERP payments', da: 'Liste over ERP-betalinger' },
  'list invoices': { en: 'List of invoices', da: 'Liste over fakturaer' },
  'list jobs': { en: 'List of jobs', da: 'Liste over opgaver' },
  'list journals': { en: 'List of journals', da: 'Liste over journaler' },
  'list messages': { en: 'List of messages', da: 'Liste over meddelelser' },
  'list payments': { en: 'List of payments', da: 'Liste over betalinger' },
  'list statements': { en: 'List of statements', da: 'Liste over kontoudtog' },
  'list transactions': { en: 'List of transactions', da: 'Liste over posteringer' },
  'list uploads': { en: 'List of uploads', da: 'Liste over uploads' },
  'list usageUnits': { en: 'List of billed units', da: 'Liste over fakturerede enheder' },
  'list webhookDeliveries': {
    en: 'List of webhook deliveries',
    da: 'Liste over webhook-leveringer',
  },
  'list users': { en: 'List of users', da: 'Liste over brugere' },
  account: { en: 'Account', da: 'Konto' },
  monthRule: { en: 'Closing of months', da: 'Lukning af måneder' },
  'api-client': { en: 'API client', da: 'API-klient' },
  passkey: { en: 'Passkey', da: 'Adgangsnøgle' },
  approvalPolicies: { en: 'Approval rules', da: 'Godkendelsesregler' },
  bank: { en: 'Bank connection', da: 'Bankforbindelse' },
  chain: { en: 'Audit trail', da: 'Revisionsspor' },
  document: { en: 'Document', da: 'Dokument' },
  demo: { en: 'Demo data', da: 'Demodata' },
  erp: { en: 'ERP finance system', da: 'ERP-finanssystem' },
  'erp configuration': { en: 'ERP configuration', da: 'ERP-opsætning' },
  webhook: { en: 'Webhook endpoint', da: 'Webhook-endpoint' },
  'erp window': { en: 'ERP window', da: 'ERP-vindue' },
  'erp-mapping': { en: 'Payment method mapping', da: 'Tilknytning af betalingsmetode' },
  'erp-outbox': { en: 'Write to the ERP', da: 'Skrivning til ERP-systemet' },
  'erp-payment': { en: 'ERP payment', da: 'ERP-betaling' },
  file: { en: 'File', da: 'Fil' },
  invoice: { en: 'Invoice', da: 'Faktura' },
  job: { en: 'Job', da: 'Opgave' },
  journal: { en: 'Journal', da: 'Journal' },
  'ledger decision': { en: 'Decision on a statement', da: 'Afgørelse om et kontoudtog' },
  list: { en: 'List', da: 'Liste' },
  log: { en: 'Log entry', da: 'Logpost' },
  mail: { en: 'Mail', da: 'Mail' },
  message: { en: 'Message', da: 'Meddelelse' },
  permission: { en: 'Permission', da: 'Rettighed' },
  process: { en: 'Worker process', da: 'Arbejdsproces' },
  reconciliation: { en: 'Reconciliation', da: 'Afstemning' },
  'reconciliation automatic': { en: 'Automatic matching', da: 'Automatisk match' },
  'reconciliation limit': { en: 'Limit for differences', da: 'Grænse for differencer' },
  realm: { en: 'Company', da: 'Virksomhed' },
  rule: { en: 'Rule', da: 'Regel' },
  ruleLabel: { en: 'Label', da: 'Etiket' },
  ruleRun: { en: 'Rule run', da: 'Regelkørsel' },
  subscription: { en: 'Subscription', da: 'Abonnement' },
  'support bundle': { en: 'Support bundle', da: 'Supportpakke' },
  upload: { en: 'Upload', da: 'Upload' },
  user: { en: 'User', da: 'Bruger' },
  view: { en: 'Saved view', da: 'Gemt visning' },
});

/** A number or a short word says which of its kind it is; a long id is for the details. */
const LONGEST_ID = 24;

/** The name, else what it is in words. */
export function subjectText(
  { kind, id, name }: NonNullable<AuditLineFragment['subject']>,
  words: Words<typeof subjectLabels>,
): string {
  const only = `${kind} ${id}`;
  if (only in words) return wordFor(words, only);
  if (name && name !== id) return name;
  return id && id.length <= LONGEST_ID ? `${wordFor(words, kind)} ${id}` : wordFor(words, kind);
}
