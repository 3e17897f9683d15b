/** Words of following an id through the product. */
import { defineLabels } from '@/kernel/i18n';

export const traceLabels = defineLabels({
  follow: { en: 'Trace an ID', da: 'Følg et id' },
  lead: {
    en: 'Everything that was written down about one thing: journals, uploads, files sent, exchanges, messages, work and audit trail.',
    da: 'Alt, hvad der er skrevet ned om én ting: journaler, uploads, afsendte filer, udvekslinger, meddelelser, arbejde og revisionsspor.',
  },
  search: { en: 'Id, reference, file name or hash', da: 'Id, reference, filnavn eller hash' },
  example: { en: 'Paste what you were given', da: 'Indsæt det, du har fået' },
  beginTitle: { en: 'What is it about?', da: 'Hvad drejer det sig om?' },
  beginText: {
    en: 'A correlation id, a message id or end-to-end id, the number of an upload or of work, the name or hash of a file, a trace id or a whole traceparent, a request id from a bank, or an incident from an error.',
    da: 'Et korrelations-id, et message-id eller end-to-end-id, nummeret på en upload eller et arbejde, navn eller hash på en fil, et sporings-id eller en hel traceparent, et forespørgsels-id fra en bank eller et hændelsesnummer fra en fejl.',
  },
  noneTitle: { en: 'Nothing is known of this', da: 'Intet kendes til dette' },
  noneText: {
    en: 'Ids are looked for as a whole. For parts of names and amounts, use the search above (Ctrl K).',
    da: 'Id’er søges i deres helhed. Brug søgningen foroven (Ctrl K) til dele af navne og beløb.',
  },
  journal: { en: 'Journal', da: 'Journal' },
  found: { en: 'What was written down', da: 'Hvad der er skrevet ned' },
  more: { en: 'Only the first two hundred are shown.', da: 'Kun de første to hundrede vises.' },
  at: { en: 'When', da: 'Hvornår' },
  kind: { en: 'Where', da: 'Hvor' },
  title: { en: 'What', da: 'Hvad' },
  detail: { en: 'How it stood', da: 'Hvordan det stod' },
  trace: { en: 'Trace', da: 'Sporing' },
  traceId: { en: 'Trace id', da: 'Sporings-id' },
  followTrace: {
    en: (trace: string) => `Follow trace ${trace}`,
    da: (trace: string) => `Følg sporing ${trace}`,
  },
  viewTrace: {
    en: (trace: string) => `Trace ${trace} in the trace viewer, in a new tab`,
    da: (trace: string) => `Sporing ${trace} i sporingsvisningen, i en ny fane`,
  },
  JOURNAL: { en: 'Journal', da: 'Journal' },
  UPLOAD: { en: 'Upload', da: 'Upload' },
  SENDING: { en: 'Sending', da: 'Afsendelse' },
  MESSAGE: { en: 'Message', da: 'Meddelelse' },
  JOB: { en: 'Work', da: 'Arbejde' },
  AUDIT: { en: 'Audit trail', da: 'Revisionsspor' },
  LOG: { en: 'Exchange', da: 'Udveksling' },
});
