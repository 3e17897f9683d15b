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
  CHOSEN: { en: 'Payments chosen by a person', da: 'Betalinger valgt af en person' },
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
  otherPayments: { en: 'Payments to choose from', da: 'Betalinger at vælge imellem' },
  otherHint: {
    en: 'Unbooked payments from this account, nearest to the day first. Choose those that the entry books together.',
    da: 'Ubogførte betalinger fra denne konto, de nærmeste i dato først. Vælg dem, som posteringen bogfører samlet.',
  },
  findPayments: { en: 'Find payments', da: 'Find betalinger' },
  findHint: { en: 'Payee, text, reference or id', da: 'Modtager, tekst, reference eller id' },
  noPayments: { en: 'No payments', da: 'Ingen betalinger' },
  tick: { en: 'Choose', da: 'Vælg' },
  tickNamed: {
    en: (name: string, amount: string) => `Choose ${name}, ${amount}`,
    da: (name: string, amount: string) => `Vælg ${name}, ${amount}`,
  },
  chosen: { en: 'Chosen', da: 'Valgt' },
  chosenCount: {
    en: (count: number) => `${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: number) => `${count} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  remainder: { en: 'Remainder', da: 'Rest' },
  clear: { en: 'Clear', da: 'Ryd' },
  matchChosen: { en: 'Match the chosen', da: 'Match de valgte' },
  matchDiffering: { en: 'Match with a difference', da: 'Match med en difference' },
  reason: { en: 'Reason for the difference', da: 'Årsag til differencen' },
  chooseReason: { en: 'Choose a reason', da: 'Vælg en årsag' },
  note: { en: 'Note', da: 'Note' },
  noteNeeded: { en: 'Note (required)', da: 'Note (påkrævet)' },
  noDifference: {
    en: 'Differences are not allowed in your company.',
    da: 'Differencer er ikke tilladt i din virksomhed.',
  },
  beyondLimit: {
    en: (limit: string) => `A difference may be ${limit} at most.`,
    da: (limit: string) => `En difference må højst være ${limit}.`,
  },
  ticked: {
    en: (count: number, sum: string, rest: string) =>
      `${count} ${plural.en(count, 'payment', 'payments')}, ${sum}. Remainder ${rest}`,
    da: (count: number, sum: string, rest: string) =>
      `${count} ${plural.da(count, 'betaling', 'betalinger')}, ${sum}. Rest ${rest}`,
  },
  acceptMany: { en: 'Match the best', da: 'Match de bedste' },
  acceptTitle: {
    en: (count: string) => `Match the best candidates of ${count} entries`,
    da: (count: string) => `Match de bedste kandidater til ${count} posteringer`,
  },
  acceptHelp: {
    en: 'Each entry that is shown is matched with its best candidate if that has at least this score and no other has the same. What became of each is told afterwards; u takes them back one by one.',
    da: 'Hver vist postering matches med sin bedste kandidat, hvis den mindst har denne score, og ingen anden har den samme. Bagefter vises resultatet for hver; u ophæver dem én for én.',
  },
  leastScore: { en: 'Lowest score', da: 'Laveste score' },
  limit: { en: 'Limit for differences', da: 'Grænse for differencer' },
  limitAmount: { en: 'Largest difference of a match', da: 'Største difference i et match' },
  limitHelp: {
    en: 'In the currency of each entry. 0 allows none. Matches that stand are left as they are.',
    da: 'I hver posterings valuta. 0 tillader ingen. Match, der allerede står, ændres ikke.',
  },
  limitWrong: {
    en: 'Type an amount from 0 to 10,000.',
    da: 'Skriv et beløb fra 0 til 10.000.',
  },
  limitSaved: { en: 'The limit is changed.', da: 'Grænsen er ændret.' },
  save: { en: 'Save', da: 'Gem' },
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
  keyTick: { en: 'choose a payment', da: 'vælg en betaling' },
  keyFind: { en: 'find payments', da: 'find betalinger' },
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
