/** Words of a journal's next step, the bank's answers, the timeline's gaps, trail and comments. */
import { defineLabels, plural } from '@/kernel/i18n';

export const progressLabels = defineLabels({
  nextStep: { en: 'What comes next', da: 'Hvad der sker nu' },
  because: {
    en: (reason: string) => `The first reason: ${reason}`,
    da: (reason: string) => `Den første årsag: ${reason}`,
  },
  countOf: {
    en: (count: string, all: string) =>
      `${count} of ${all} ${plural.en(all, 'payment', 'payments')}`,
    da: (count: string, all: string) =>
      `${count} af ${all} ${plural.da(all, 'betaling', 'betalinger')}`,
  },
  moreLikeIt: {
    en: (count: string) => `${count} more like it`,
    da: (count: string) => `${count} flere af samme slags`,
  },
  countOnly: {
    en: (count: string) => `Payments: ${count}`,
    da: (count: string) => `Betalinger: ${count}`,
  },
  OPEN_FINDINGS: { en: 'Read the findings', da: 'Læs fundene' },
  OPEN_PAYMENTS: { en: 'See the payments', da: 'Se betalingerne' },
  OPEN_STATUS: { en: 'See the bank’s answers', da: 'Se bankens svar' },
  OPEN_STATEMENT: { en: 'See the statement', da: 'Se kontoudtoget' },
  OPEN_RECALL: { en: 'See the recall', da: 'Se tilbagekaldelsen' },
  DECIDE_STATEMENT: { en: 'Compare and decide', da: 'Sammenlign og afgør' },
  SETTLE: { en: 'Resolved manually', da: 'Løst manuelt' },
  UNSETTLE: { en: 'Take up again', da: 'Tag op igen' },
  settleTitle: { en: 'Settle this journal otherwise?', da: 'Afklar journalen på anden vis?' },
  settleHelp: {
    en: 'It leaves “Needs attention”. Nothing is sent or paid by this. If something else goes wrong, it comes back.',
    da: 'Den forlader »Kræver opmærksomhed«. Intet sendes eller betales af den grund. Går noget andet galt, kommer den tilbage.',
  },
  settleReason: { en: 'How it was settled', da: 'Hvordan den er afklaret' },
  settleMissing: {
    en: 'Say how it was settled; it is kept in the timeline.',
    da: 'Skriv, hvordan den er afklaret; det gemmes i tidslinjen.',
  },
  settled: {
    en: 'Settled; it needs no attention now.',
    da: 'Afklaret; den kræver ikke opmærksomhed nu.',
  },
  unsettled: { en: 'Taken up again.', da: 'Taget op igen.' },
  settledBy: { en: (by: string) => `Settled by ${by}`, da: (by: string) => `Afklaret af ${by}` },
  cutOffIn: {
    en: (day: string, time: string, left: string) =>
      `Carried out on ${day} if signed before ${time} — ${left} left`,
    da: (day: string, time: string, left: string) =>
      `Udføres ${day}, hvis den underskrives før ${time} — ${left} tilbage`,
  },
  cutOffToday: {
    en: (time: string, left: string) => `Carried out today if signed before ${time} — ${left} left`,
    da: (time: string, left: string) =>
      `Udføres i dag, hvis den underskrives før ${time} — ${left} tilbage`,
  },
  cutOffLater: {
    en: (day: string, at: string) => `Carried out on ${day} if signed before ${at}`,
    da: (day: string, at: string) => `Udføres ${day}, hvis den underskrives før ${at}`,
  },
  cutOffMoved: {
    en: (wanted: string) => `${wanted} can no longer be reached.`,
    da: (wanted: string) => `${wanted} kan ikke længere nås.`,
  },
  cutOffClosed: {
    en: (wanted: string) => `Banks are closed on ${wanted}.`,
    da: (wanted: string) => `Bankerne holder lukket ${wanted}.`,
  },
  cutOffWhose: { en: 'by the bank’s clock in Copenhagen', da: 'efter bankens ur i København' },
  cutOff: { en: 'Cut-off', da: 'Frist' },
  OPEN_DOCUMENTS: { en: 'See the documents', da: 'Se dokumenterne' },
  UPLOAD_PAYMENT: { en: 'Upload a payment file', da: 'Upload en betalingsfil' },
  UPLOAD_STATUS: { en: 'Upload a status', da: 'Upload en status' },
  UPLOAD_STATEMENT: { en: 'Upload a statement', da: 'Upload et kontoudtog' },
  CONNECT_BANK: { en: 'Connect the bank', da: 'Tilslut banken' },
  answers: { en: 'The bank’s answers', da: 'Bankens svar' },
  written: { en: 'Written by the bank', da: 'Skrevet af banken' },
  received: { en: 'Received', da: 'Modtaget' },
  wholeFile: { en: 'The whole file', da: 'Hele filen' },
  batch: { en: (id: string) => `Batch ${id}`, da: (id: string) => `Samlepost ${id}` },
  paymentsSaid: { en: 'Single payments', da: 'Enkelte betalinger' },
  countsFor: {
    en: (count: string) => `Counts for ${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: string) => `Gælder for ${count} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  changesNothing: { en: 'Changes nothing now', da: 'Ændrer intet nu' },
  changesNothingWhy: {
    en: 'A later or further word of the bank stands: this report came late, was repeated, or has been followed by another.',
    da: 'Et senere eller mere vidtgående ord fra banken gælder: rapporten kom sent, er gentaget eller er fulgt af en anden.',
  },
  nameCheck: { en: 'Name check', da: 'Navnekontrol' },
  unknownCode: { en: 'Unknown code', da: 'Ukendt kode' },
  refusedPayments: { en: 'Refused payments', da: 'Afviste betalinger' },
  waitingSince: {
    en: (elapsed: string) => `Nothing since, for ${elapsed}`,
    da: (elapsed: string) => `Intet siden da, i ${elapsed}`,
  },
  longGap: { en: 'Long gap', da: 'Lang pause' },
  packText: {
    en: 'The original files, approvals, sending, entries and this trail, signed, as one ZIP file.',
    da: 'Originalfiler, godkendelser, afsendelse, posteringer og dette spor, signeret, som én ZIP-fil.',
  },
  tabAudit: { en: 'Audit', da: 'Revisionsspor' },
  auditNone: {
    en: 'Nobody has done anything to this journal yet.',
    da: 'Ingen har endnu gjort noget ved journalen.',
  },
  auditWho: { en: 'Who', da: 'Hvem' },
  auditAct: { en: 'What', da: 'Hvad' },
  auditWhen: { en: 'When', da: 'Hvornår' },
  auditMore: {
    en: (count: string) => `The latest of ${count}; the whole trail stands under Audit trail.`,
    da: (count: string) => `De seneste af ${count}; hele sporet findes under Revisionsspor.`,
  },
  outcomeREFUSED: { en: 'refused', da: 'nægtet' },
  outcomeFAILED: { en: 'failed', da: 'mislykkedes' },
  tabComments: { en: 'Comments', da: 'Kommentarer' },
  commentsNone: {
    en: 'No comments yet. Write what the next person should know.',
    da: 'Ingen kommentarer endnu. Skriv det, den næste bør vide.',
  },
  commentField: { en: 'New comment', da: 'Ny kommentar' },
  commentHelp: {
    en: 'Everybody in your organisation can read it. It cannot be changed afterwards.',
    da: 'Alle i organisationen kan læse den. Den kan ikke ændres bagefter.',
  },
  commentSend: { en: 'Write comment', da: 'Skriv kommentar' },
  wrong: { en: 'What is wrong', da: 'Hvad der er galt' },
});
