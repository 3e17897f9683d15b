/** Words of the reconciliation room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Reconciliation', da: 'Afstemning' },
  lead: {
    en: 'Booked entries that nothing is matched with yet, oldest first, and what each may belong to.',
    da: 'Bogførte posteringer, som intet er matchet med endnu, de ældste først, og hvad hver kan høre til.',
  },
  search: { en: 'Search', da: 'Søg' },
  searchHint: { en: 'Name, text or reference', da: 'Navn, tekst eller reference' },
  account: { en: 'Account', da: 'Konto' },
  bookingDate: { en: 'Booking date', da: 'Bogføringsdato' },
  direction: { en: 'Direction', da: 'Retning' },
  CREDIT: { en: 'In', da: 'Ind' },
  DEBIT: { en: 'Out', da: 'Ud' },
  amount: { en: 'Amount', da: 'Beløb' },
  currency: { en: 'Currency', da: 'Valuta' },
  entries: { en: 'Unmatched entries', da: 'Umatchede posteringer' },
  moreEntries: { en: 'Show more entries', da: 'Vis flere posteringer' },
  candidates: { en: 'Candidates', da: 'Kandidater' },
  noName: { en: 'No name', da: 'Intet navn' },
  noText: { en: 'No text', da: 'Ingen tekst' },
  PAYMENT: { en: 'Payment', da: 'Betaling' },
  BATCH: { en: 'Payments of a batch', da: 'Betalinger i en samlepost' },
  batchCount: {
    en: (count: number) => `${count} payments`,
    da: (count: number) => `${count} betalinger`,
  },
  batchMore: {
    en: (count: number) => `and ${count} more`,
    da: (count: number) => `og ${count} til`,
  },
  RETURN: { en: 'Return of a payment', da: 'Returnering af en betaling' },
  TRANSFER: { en: 'Transfer between own accounts', da: 'Overførsel mellem egne konti' },
  REVERSAL: { en: 'Reversal', da: 'Tilbageførsel' },
  score: {
    en: (score: number) => `Score ${score} of 100`,
    da: (score: number) => `Score ${score} af 100`,
  },
  match: { en: 'Match', da: 'Match' },
  unmatch: { en: 'Unmatch', da: 'Ophæv match' },
  noCandidates: { en: 'No candidates', da: 'Ingen kandidater' },
  noCandidatesText: {
    en: 'No payment, no batch of payments and no other entry has this amount and currency around this day.',
    da: 'Ingen betaling, ingen samlepost og ingen anden postering har dette beløb og denne valuta omkring denne dag.',
  },
  chooseEntry: { en: 'Choose an entry.', da: 'Vælg en postering.' },
  found: {
    en: (count: number, best: string) =>
      `${count} ${plural.en(count, 'candidate', 'candidates')}. Best: ${best}`,
    da: (count: number, best: string) =>
      `${count} ${plural.da(count, 'kandidat', 'kandidater')}. Bedste: ${best}`,
  },
  matched: { en: 'Matched', da: 'Matchet' },
  matchedNow: { en: 'Matched. Press u to undo.', da: 'Matchet. Tryk u for at fortryde.' },
  unmatchedNow: { en: 'The match is undone.', da: 'Matchet er ophævet.' },
  nothingToUndo: { en: 'There is nothing to undo.', da: 'Der er intet at fortryde.' },
  matchedBy: {
    en: (name: string) => `Matched by ${name}`,
    da: (name: string) => `Matchet af ${name}`,
  },
  matchedItself: {
    en: 'Matched automatically, by what the bank and the payment file say.',
    da: 'Matchet automatisk ud fra bankens og betalingsfilens oplysninger.',
  },
  openJournal: { en: 'Open the payment’s journal', da: 'Åbn betalingens journal' },
  mayNot: {
    en: 'You can see what belongs together. Matching takes the role Upload.',
    da: 'Du kan se, hvad der hører sammen. At matche kræver rollen Upload.',
  },
  keys: { en: 'Keys', da: 'Taster' },
  keyMove: { en: 'next and previous entry', da: 'næste og forrige postering' },
  keyChoose: { en: 'other candidate', da: 'anden kandidat' },
  keyAccept: { en: 'match, and go to the next', da: 'match, og gå til den næste' },
  keyUndo: { en: 'undo', da: 'fortryd' },
  keySearch: { en: 'search', da: 'søg' },
  emptyTitle: { en: 'Everything is matched', da: 'Alt er matchet' },
  emptyText: {
    en: 'Entries that are not matched by themselves appear here once a statement is in.',
    da: 'Posteringer, der ikke matches af sig selv, står her, når et kontoudtog er inde.',
  },
  seeStatements: { en: 'See the statements', da: 'Se kontoudtogene' },
});
