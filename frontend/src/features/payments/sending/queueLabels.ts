/** Words of the queue of files on their way. */
import { defineLabels } from '@/kernel/i18n';

export const queueLabels = defineLabels({
  title: { en: 'Outgoing payments', da: 'Udgående betalinger' },
  lead: {
    en: 'Every signed file and every request for recall on its way to a bank: what waits, what is in doubt, what went.',
    da: 'Alle underskrevne filer og anmodninger om tilbagekaldelse på vej til en bank: det, der venter, er i tvivl eller er sendt.',
  },
  state: { en: 'State', da: 'Tilstand' },
  bank: { en: 'Bank', da: 'Bank' },
  what: { en: 'What', da: 'Hvad' },
  PAYMENTS: { en: 'Payments', da: 'Betalinger' },
  RECALL: { en: 'Recall', da: 'Tilbagekaldelse' },
  file: { en: 'Message id', da: 'Meddelelses-id' },
  since: { en: 'Since', da: 'Siden' },
  nextTry: { en: 'Next try', da: 'Næste forsøg' },
  attempts: { en: 'Attempts', da: 'Forsøg' },
  reason: { en: 'Why', da: 'Hvorfor' },
  search: { en: 'Search message id', da: 'Søg i meddelelses-id' },
  emptyTitle: { en: 'Nothing has been sent yet', da: 'Intet er sendt endnu' },
  emptyText: {
    en: 'A file comes here when it is signed.',
    da: 'En fil kommer hertil, når den er underskrevet.',
  },
  toJournals: { en: 'All journals', da: 'Alle journaler' },
  toBanks: { en: 'Banks', da: 'Banker' },
  openJournal: { en: 'Open the journal', da: 'Åbn journalen' },
  openBank: { en: 'Open the bank', da: 'Åbn banken' },
  pause: { en: 'Pause this bank', da: 'Sæt banken på pause' },
  resume: { en: 'End the pause', da: 'Ophæv pausen' },
  pauseTitle: { en: 'Pause this bank?', da: 'Sæt banken på pause?' },
  pauseHelp: {
    en: 'Nothing is fetched from it or sent to it until somebody ends the pause. What is leaving at this moment ends.',
    da: 'Intet hentes fra den eller sendes til den, før nogen ophæver pausen. Det, der sendes netop nu, sendes færdigt.',
  },
  paused: { en: (by: string) => `Paused by ${by}`, da: (by: string) => `Sat på pause af ${by}` },
  pauseDone: {
    en: 'Paused; what waits keeps waiting.',
    da: 'Sat på pause; det, der venter, bliver ved med at vente.',
  },
  resumeDone: { en: 'The pause is over.', da: 'Pausen er ophævet.' },
  pauseReason: { en: 'Reason', da: 'Begrundelse' },
});
