/** Words of possible duplicates, of sources of an entry, and of what people decided about them. */
import { defineLabels, plural } from '@/kernel/i18n';

export const duplicateLabels = defineLabels({
  title: { en: 'Possible duplicates', da: 'Mulige dubletter' },
  lead: {
    en: 'Entries that may be the same payment reported twice. All are kept until somebody decides.',
    da: 'Posteringer, der kan være samme betaling meldt to gange. Alle beholdes, til nogen afgør det.',
  },
  queueLead: {
    en: 'Entries and statements that need a decision.',
    da: 'Posteringer og kontoudtog, der kræver en afgørelse.',
  },
  open: {
    en: (count: string) => `Possible duplicates (${count})`,
    da: (count: string) => `Mulige dubletter (${count})`,
  },
  openDisputed: {
    en: (count: string) => `Disputed statements (${count})`,
    da: (count: string) => `Modstridende kontoudtog (${count})`,
  },
  backToList: { en: 'All transactions', da: 'Alle posteringer' },
  tabs: {
    en: 'Queues',
    da: 'Køer',
  },
  disputed: { en: 'Disputed statements', da: 'Modstridende kontoudtog' },
  decisions: { en: 'Decisions', da: 'Afgørelser' },
  compare: { en: 'Compare', da: 'Sammenlign' },
  onlyEntry: {
    en: 'Single entry',
    da: 'Enkelt postering',
  },
  EQUAL_WITHOUT_REFERENCE: {
    en: 'Two reports have equal entries, and no reference tells them apart.',
    da: 'To rapporter har ens posteringer, og ingen reference skiller dem ad.',
  },
  CONTRADICTING: {
    en: 'Same account, amount and day, but other details contradict each other.',
    da: 'Samme konto, beløb og dag, men andre oplysninger modsiger hinanden.',
  },
  BATCH: {
    en: 'One is a batch. The other and the entries that follow it on its statement come to the same amount, and no balance tells whether they are its payments.',
    da: 'Den ene er en samlepostering. Den anden og posteringerne efter den på dens kontoudtog giver samme beløb, og ingen saldo viser, om de er dens betalinger.',
  },
  contradictingIn: {
    en: (fields: string) => `Same account, amount and day, but not the same: ${fields}.`,
    da: (fields: string) => `Samme konto, beløb og dag, men ikke samme: ${fields}.`,
  },
  pair: {
    en: (amount: string, day: string) => `Possible duplicate: ${amount}, ${day}`,
    da: (amount: string, day: string) => `Mulig dublet: ${amount}, ${day}`,
  },
  field: { en: 'Field', da: 'Felt' },
  entry1: { en: 'Entry 1', da: 'Postering 1' },
  entry2: { en: 'Entry 2', da: 'Postering 2' },
  openEntry: { en: (entry: string) => `Open ${entry}`, da: (entry: string) => `Åbn ${entry}` },
  differs: { en: 'differs', da: 'afviger' },
  counterpartyAccount: { en: 'Account of counterparty', da: 'Modpartens konto' },
  information: { en: 'Further information', da: 'Yderligere oplysninger' },
  same: { en: 'Same payment', da: 'Samme betaling' },
  different: { en: 'Different payments', da: 'Forskellige betalinger' },
  sameTitle: { en: 'Are these the same payment?', da: 'Er det samme betaling?' },
  sameHelp: {
    en: 'The two become one entry, with both reports as its sources. The decision can be undone.',
    da: 'De to bliver én postering med begge rapporter som kilder. Afgørelsen kan fortrydes.',
  },
  differentTitle: { en: 'Are these different payments?', da: 'Er det forskellige betalinger?' },
  differentHelp: {
    en: 'Both entries stay, and the pair leaves this list. The decision can be undone.',
    da: 'Begge posteringer bliver stående, og parret forlader listen. Afgørelsen kan fortrydes.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonHelp: { en: 'It is kept with the decision.', da: 'Den gemmes sammen med afgørelsen.' },
  reasonMissing: {
    en: 'Enter a reason',
    da: 'Angiv en begrundelse',
  },
  decided: {
    en: 'Decided. The entries follow the decision.',
    da: 'Afgjort. Posteringerne følger afgørelsen.',
  },
  settling: {
    en: 'Decided. The entries follow in a moment.',
    da: 'Afgjort. Posteringerne følger om et øjeblik.',
  },
  undone: { en: 'The decision was undone.', da: 'Afgørelsen er fortrudt.' },
  settleFailed: {
    en: 'The decision is saved, but the entries do not follow it yet. It is retried with the next import.',
    da: 'Afgørelsen er gemt, men posteringerne følger den endnu ikke. Det prøves igen ved næste import.',
  },
  mayNot: {
    en: 'Requires the upload role.',
    da: 'Kræver uploadrollen.',
  },
  emptyTitle: { en: 'No possible duplicates', da: 'Ingen mulige dubletter' },
  emptyText: {
    en: 'Entries that may be the same payment reported twice are listed here.',
    da: 'Posteringer, der kan være samme betaling meldt to gange, vises her.',
  },
  disputedEmptyTitle: { en: 'No disputed statements', da: 'Ingen modstridende kontoudtog' },
  disputedEmptyText: {
    en: 'Statements that contradict each other are listed here.',
    da: 'Kontoudtog, der modsiger hinanden, vises her.',
  },
  decisionsEmptyTitle: { en: 'No decisions yet', da: 'Ingen afgørelser endnu' },
  decisionsEmptyText: {
    en: 'Decisions about entries and statements are listed here, and can be undone.',
    da: 'Afgørelser om posteringer og kontoudtog vises her og kan fortrydes.',
  },
  more: { en: 'Show more', da: 'Vis flere' },
  shown: {
    en: (shown: string, total: string) => `${shown} of ${total}`,
    da: (shown: string, total: string) => `${shown} af ${total}`,
  },
  pairs: {
    en: (count: string) => `${count} ${plural.en(count, 'pair', 'pairs')}`,
    da: (count: string) => `${count} par`,
  },
  decision: { en: 'Decision', da: 'Afgørelse' },
  when: { en: 'Decided', da: 'Afgjort' },
  who: { en: 'By', da: 'Af' },
  why: { en: 'Reason', da: 'Begrundelse' },
  ENTRY_SAME: { en: 'Same payment', da: 'Samme betaling' },
  ENTRY_DIFFERENT: { en: 'Different payments', da: 'Forskellige betalinger' },
  STATEMENT_LEFT: {
    en: 'One of two statements chosen',
    da: 'Et af to kontoudtog valgt',
  },
  STATEMENT_RIGHT: {
    en: 'One of two statements chosen',
    da: 'Et af to kontoudtog valgt',
  },
  STATEMENT_BOTH: { en: 'Both statements kept', da: 'Begge kontoudtog beholdt' },
  undo: { en: 'Undo', da: 'Fortryd' },
  undoOf: {
    en: (what: string, when: string) => `Undo: ${what}, ${when}`,
    da: (what: string, when: string) => `Fortryd: ${what}, ${when}`,
  },
  undoneBy: { en: (who: string) => `Undone by ${who}`, da: (who: string) => `Fortrudt af ${who}` },
  sources: { en: 'Sources', da: 'Kilder' },
  source: { en: 'Source', da: 'Kilde' },
  reported: { en: 'Reported', da: 'Meldt' },
  shownHere: { en: 'shown here', da: 'vist her' },
  says: {
    en: 'Text',
    da: 'Tekst',
  },
  withoutEntries: {
    en: 'Entries of a report that does not count, or that a statement confirmed, are listed on the statement that counts.',
    da: 'Posteringer fra en rapport, der ikke tæller, eller som et kontoudtog har bekræftet, vises på det kontoudtog, der tæller.',
  },
  provisional: {
    en: 'Provisional – not yet on a statement',
    da: 'Foreløbig – endnu ikke på et kontoudtog',
  },
});
