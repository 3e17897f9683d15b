/** Words of calling payments back: the panel of a journal, and the dialogs it opens. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  panel: { en: 'Recall', da: 'Tilbagekaldelse' },
  understood: { en: 'Understood', da: 'Forstået' },
  askAll: { en: 'Recall payments', da: 'Tilbagekald betalinger' },
  askChosen: { en: 'Call back', da: 'Kald tilbage' },
  askHelp: {
    en: 'Asks the bank for the payments back, once somebody else has confirmed it.',
    da: 'Beder banken om betalingerne tilbage, når en anden har bekræftet det.',
  },
  title: { en: 'Recall payments?', da: 'Tilbagekald betalinger?' },
  ofAll: {
    en: (bank: string) =>
      `Everything in this file that the bank has not refused is asked back from ${bank}.`,
    da: (bank: string) => `Alt i filen, som banken ikke har afvist, kræves tilbage fra ${bank}.`,
  },
  ofChosen: {
    en: (count: string, bank: string) =>
      `${count} ${plural.en(count, 'payment is', 'payments are')} asked back from ${bank}.`,
    da: (count: string, bank: string) =>
      `${count} ${plural.da(count, 'betaling', 'betalinger')} kræves tilbage fra ${bank}.`,
  },
  chance: {
    en: 'What is not carried out yet, the bank can usually stop. What has left the account, the payee’s bank gives back only if the payee agrees; that can take weeks.',
    da: 'Det, der endnu ikke er udført, kan banken som regel standse. Det, der har forladt kontoen, giver modtagerens bank kun tilbage, hvis modtageren er enig; det kan tage uger.',
  },
  second: {
    en: 'Another payment approver confirms the request before it leaves. If the bank’s cut-off is near, phone the bank too.',
    da: 'En anden betalingsgodkender bekræfter anmodningen, før den sendes. Er bankens frist nær, så ring også til banken.',
  },
  reason: { en: 'Reason for the bank', da: 'Årsag til banken' },
  choose: { en: 'Choose a reason', da: 'Vælg en årsag' },
  chooseFirst: {
    en: 'Choose a reason; it is told to the bank.',
    da: 'Vælg en årsag; den oplyses til banken.',
  },
  DUPL: { en: 'Paid twice', da: 'Betalt to gange' },
  AM09: { en: 'Wrong amount', da: 'Forkert beløb' },
  AC03: { en: 'Wrong account of the payee', da: 'Forkert konto hos modtageren' },
  UPAY: { en: 'Not owed', da: 'Skyldes ikke' },
  CUST: { en: 'Not wanted any more', da: 'Ønskes ikke længere' },
  TECH: { en: 'Made by a technical fault', da: 'Opstået ved en teknisk fejl' },
  FRAD: { en: 'Suspected fraud', da: 'Mistanke om svindel' },
  note: { en: 'Note for whoever confirms', da: 'Bemærkning til den, der bekræfter' },
  noteMissing: {
    en: 'Say what happened, for whoever confirms; it stays here.',
    da: 'Skriv, hvad der er sket, til den, der bekræfter; det bliver her.',
  },
  ask: { en: 'Request recall', da: 'Anmod om tilbagekaldelse' },
  asked: {
    en: 'Asked for. Somebody else has to confirm it.',
    da: 'Der er bedt om det. En anden skal bekræfte.',
  },
  whole: { en: 'The whole file', da: 'Hele filen' },
  some: {
    en: (count: string) => `${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: string) => `${count} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  about: { en: 'About', da: 'Drejer sig om' },
  bank: { en: 'Bank', da: 'Bank' },
  askedBy: { en: 'Asked by', da: 'Bedt om af' },
  decidedBy: { en: 'Decided by', da: 'Afgjort af' },
  why: { en: 'Why', da: 'Hvorfor' },
  decision: { en: 'Reason', da: 'Begrundelse' },
  ASKED: { en: 'Waits for a second person', da: 'Venter på en anden person' },
  CONFIRMED: { en: 'Confirmed', da: 'Bekræftet' },
  DECLINED: { en: 'Declined', da: 'Afslået' },
  WITHDRAWN: { en: 'Withdrawn', da: 'Trukket tilbage' },
  WAITING: { en: 'Waits to leave', da: 'Venter på afsendelse' },
  LEAVING: { en: 'Leaving now', da: 'Sendes nu' },
  SENT: { en: 'The bank has the request', da: 'Banken har anmodningen' },
  REFUSED: { en: 'The bank refused the request', da: 'Banken afviste anmodningen' },
  UNKNOWN: { en: 'Outcome unknown', da: 'Udfaldet er ukendt' },
  NOT_TAKEN: { en: 'Not at the bank', da: 'Ikke hos banken' },
  CANCELLED: { en: 'Stopped', da: 'Stoppet' },
  ANSWERED: { en: 'Answered by the bank', da: 'Besvaret af banken' },
  answers: { en: 'The bank’s answer', da: 'Bankens svar' },
  ACCEPTED: { en: 'Taken back', da: 'Taget tilbage' },
  REJECTED: { en: 'Recall declined by the bank', da: 'Afvist af banken' },
  PENDING: { en: 'The bank works on it', da: 'Banken arbejder på det' },
  silent: { en: 'No answer yet', da: 'Intet svar endnu' },
  payments: { en: 'Payments', da: 'Betalinger' },
  meaning: { en: 'What it means and what to do', da: 'Hvad det betyder, og hvad du gør' },
  takenBack: {
    en: 'Nothing of these is paid. Pay again in a new file if it is still owed.',
    da: 'Intet af dette betales. Betal igen i en ny fil, hvis det stadig skyldes.',
  },
  CONFIRM: { en: 'Confirm and send', da: 'Bekræft og send' },
  DECLINE: { en: 'Decline', da: 'Afslå' },
  WITHDRAW: { en: 'Withdraw', da: 'Træk tilbage' },
  CONFIRM_title: { en: 'Send this request to the bank?', da: 'Send denne anmodning til banken?' },
  CONFIRM_help: {
    en: 'The request leaves at once. What the bank takes back is not paid; a supplier may go unpaid.',
    da: 'Anmodningen sendes straks. Det, banken tager tilbage, betales ikke; en leverandør kan gå uden betaling.',
  },
  CONFIRM_done: {
    en: 'Confirmed; the request leaves now.',
    da: 'Bekræftet; anmodningen sendes nu.',
  },
  DECLINE_title: { en: 'Decline this request?', da: 'Afslå denne anmodning?' },
  DECLINE_help: {
    en: 'Nothing is sent to the bank, and the payments go on.',
    da: 'Intet sendes til banken, og betalingerne fortsætter.',
  },
  DECLINE_done: { en: 'Declined; the payments go on.', da: 'Afslået; betalingerne fortsætter.' },
  WITHDRAW_title: { en: 'Withdraw your request?', da: 'Træk din anmodning tilbage?' },
  WITHDRAW_help: {
    en: 'Nothing is sent to the bank, and the payments go on.',
    da: 'Intet sendes til banken, og betalingerne fortsætter.',
  },
  WITHDRAW_done: {
    en: 'Withdrawn; the payments go on.',
    da: 'Trukket tilbage; betalingerne fortsætter.',
  },
  reasonMissing: {
    en: 'Say why; it is kept with the decision.',
    da: 'Skriv hvorfor; det gemmes sammen med afgørelsen.',
  },
});
