/** Words of looking at a file without keeping it. */
import { defineLabels, plural } from '@/kernel/i18n';

export const inspectLabels = defineLabels({
  inspect: { en: 'Inspect a file', da: 'Undersøg en fil' },
  lead: {
    en: 'A statement, a payment file or a status report is read and checked as an import would do it. Nothing of it is stored; that it was looked at stands in the audit trail.',
    da: 'Et kontoudtog, en betalingsfil eller en statusrapport læses og kontrolleres, som en import ville gøre det. Intet gemmes; at der er set på den, står i revisionssporet.',
  },
  choose: { en: 'Choose a file', da: 'Vælg en fil' },
  paste: { en: 'Or paste its content', da: 'Eller indsæt indholdet' },
  pasted: { en: 'pasted text', da: 'indsat tekst' },
  look: { en: 'Look at it', da: 'Se på den' },
  failed: { en: 'The file could not be looked at.', da: 'Der kunne ikke ses på filen.' },
  reads: { en: 'It reads without errors.', da: 'Den læses uden fejl.' },
  flawed: {
    en: (count: number) => plural.en(count, 'One error was found.', `${count} errors were found.`),
    da: (count: number) =>
      plural.da(count, 'Der blev fundet én fejl.', `Der blev fundet ${count} fejl.`),
  },
  file: { en: 'File', da: 'Fil' },
  format: { en: 'Format', da: 'Filformat' },
  messageId: { en: 'Message id', da: 'Message-id' },
  created: { en: 'Created', da: 'Dannet' },
  size: { en: 'Size in bytes', da: 'Størrelse i bytes' },
  findings: { en: 'Findings', da: 'Fund' },
  severity: { en: 'Level', da: 'Niveau' },
  finding: { en: 'Finding', da: 'Fund' },
  line: { en: 'Line', da: 'Linje' },
  code: { en: 'Code', da: 'Kode' },
  error: { en: 'Error', da: 'Fejl' },
  warning: { en: 'Warning', da: 'Advarsel' },
  info: { en: 'Note', da: 'Bemærkning' },
  whole: { en: 'Everything that was read, as JSON', da: 'Alt, hvad der blev læst, som JSON' },
});
