/** Words of the documents room. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  PAYMENT: { en: 'Payment', da: 'Betaling' },
  STATUS: { en: 'Status', da: 'Status' },
  RECALL: { en: 'Request for recall', da: 'Anmodning om tilbagekaldelse' },
  RESOLUTION: { en: 'Answer to a recall', da: 'Svar på tilbagekaldelse' },
  STATEMENT: { en: 'Statement', da: 'Kontoudtog' },
  OTHER: { en: 'Other', da: 'Andet' },
  missing: { en: 'missing', da: 'mangler' },
  notPart: { en: 'not part of this', da: 'indgår ikke' },
  received: { en: 'received', da: 'modtaget' },
  choose: { en: 'Documents', da: 'Dokumenter' },
  content: {
    en: (name: string) => `Content of ${name}`,
    da: (name: string) => `Indhold af ${name}`,
  },
  cut: {
    en: (size: string) => `Only the first ${size} are shown. Download the file to see all of it.`,
    da: (size: string) => `Kun de første ${size} vises. Hent filen for at se det hele.`,
  },
  download: { en: 'Download', da: 'Hent' },
  downloadFailed: { en: 'The download failed', da: 'Hentningen mislykkedes' },
  fingerprint: { en: 'SHA-256', da: 'SHA-256' },
  hits: {
    en: (at: string, all: string) => `${at} of ${all}`,
    da: (at: string, all: string) => `${at} af ${all}`,
  },
  loading: { en: 'Loading the document', da: 'Henter dokumentet' },
  nextHit: { en: 'Next match', da: 'Næste match' },
  noHits: { en: 'No match', da: 'Intet match' },
  none: { en: 'No documents yet', da: 'Ingen dokumenter endnu' },
  previousHit: { en: 'Previous match', da: 'Forrige match' },
  search: { en: 'Search in document', da: 'Søg i dokumentet' },
  moreElements: {
    en: (count: string) => `Show more (${count} left)`,
    da: (count: string) => `Vis flere (${count} tilbage)`,
  },
  treeOf: {
    en: (name: string) => `Elements of ${name}`,
    da: (name: string) => `Elementer i ${name}`,
  },
  wrap: { en: 'Wrap lines', da: 'Ombryd linjer' },
  severityERROR: { en: 'Error', da: 'Fejl' },
  severityWARNING: { en: 'Warning', da: 'Advarsel' },
  severityINFO: { en: 'Note', da: 'Bemærkning' },
});
