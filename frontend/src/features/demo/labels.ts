/** Words of the demo room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Generate data', da: 'Generér data' },
  lead: {
    en: 'A sample company with its banks, imported the way real files are, and removed again without a trace.',
    da: 'En opdigtet virksomhed med dens banker, hentet ind som rigtige filer og fjernet igen uden spor.',
  },
  choose: { en: 'Scenario', da: 'Scenarie' },
  CLEAN_MONTH: { en: 'A clean month', da: 'En fejlfri måned' },
  CLEAN_MONTH_text: {
    en: 'A mid-size company: twelve accounts, four currencies, every payment paid and booked.',
    da: 'En mellemstor virksomhed: tolv konti, fire valutaer, alle betalinger betalt og bogført.',
  },
  REJECTS: { en: 'Rejected payments', da: 'Afviste betalinger' },
  REJECTS_text: {
    en: 'The bank refuses single payments, and now and then a whole file.',
    da: 'Banken afviser enkelte betalinger og en gang imellem en hel fil.',
  },
  STATEMENT_GAP: { en: 'A missing statement', da: 'Et manglende kontoudtog' },
  STATEMENT_GAP_text: {
    en: 'One account’s statement of one day never came.',
    da: 'Én kontos kontoudtog for én dag kom aldrig.',
  },
  BATCH_BOOKINGS: { en: 'Batch bookings', da: 'Samlede bogføringer' },
  BATCH_BOOKINGS_text: {
    en: 'The bank books each file as one amount, with its payments below.',
    da: 'Banken bogfører hver fil som ét beløb med dens betalinger under.',
  },
  DUPLICATES: { en: 'Paid twice?', da: 'Betalt to gange?' },
  DUPLICATES_text: {
    en: 'The same bills come in a second file.',
    da: 'De samme fakturaer kommer i en fil mere.',
  },
  ADDRESS_FAILURES: { en: 'Addresses banks refuse', da: 'Adresser, banker afviser' },
  ADDRESS_FAILURES_text: {
    en: 'Payees with free address lines, or none.',
    da: 'Modtagere med frie adresselinjer eller ingen.',
  },
  MULTI_CURRENCY: { en: 'Six currencies', da: 'Seks valutaer' },
  MULTI_CURRENCY_text: {
    en: 'An account in each; nothing is ever added across them.',
    da: 'En konto i hver; intet lægges nogensinde sammen på tværs.',
  },
  LARGE: { en: 'A hundred thousand transactions', da: 'Hundrede tusind posteringer' },
  LARGE_text: {
    en: 'To see that lists and charts stay quick.',
    da: 'For at se, at lister og grafer forbliver hurtige.',
  },

  figures: { en: 'Custom settings', da: 'Egne indstillinger' },
  seed: { en: 'Variant', da: 'Udgave' },
  seedHelp: {
    en: 'The same number gives the same names and amounts, anywhere.',
    da: 'Samme tal giver samme navne og beløb, hvor som helst.',
  },
  start: { en: 'First day', da: 'Første dag' },
  days: { en: 'Days', da: 'Dage' },
  accounts: { en: 'Accounts', da: 'Konti' },
  aDay: {
    en: 'Transactions on an account each banking day',
    da: 'Posteringer på en konto hver bankdag',
  },
  paymentsADay: { en: 'Payments each banking day', da: 'Betalinger hver bankdag' },
  currencies: { en: 'Currencies', da: 'Valutaer' },

  plan: { en: 'Summary', da: 'Oversigt' },
  files: { en: 'Files', da: 'Filer' },
  statements: { en: 'Statements', da: 'Kontoudtog' },
  transactions: { en: 'Transactions', da: 'Posteringer' },
  payments: { en: 'Payments', da: 'Betalinger' },
  paymentFiles: { en: 'Payment files', da: 'Betalingsfiler' },
  statusReports: { en: 'Status reports', da: 'Statusrapporter' },
  make: { en: 'Generate demo data', da: 'Generér demodata' },
  begun: { en: 'Demo data is being made.', da: 'Demodata laves.' },
  readOnly: {
    en: 'Your roles let you see demo data, not make it.',
    da: 'Dine roller lader dig se demodata, ikke lave dem.',
  },
  productionTitle: { en: 'No demo data in production', da: 'Ingen demodata i produktion' },
  productionText: {
    en: 'This installation is marked production: made-up money has no place among real money.',
    da: 'Denne installation er mærket produktion: opdigtede penge hører ikke til blandt rigtige.',
  },

  sets: { en: 'Made so far', da: 'Lavet hidtil' },
  made: { en: (name: string) => `by ${name}`, da: (name: string) => `af ${name}` },
  MAKING: { en: 'Being made', da: 'Laves' },
  MADE: { en: 'Ready', da: 'Klar' },
  REMOVING: { en: 'Being removed', da: 'Fjernes' },
  REMOVED: { en: 'Removed', da: 'Fjernet' },
  progress: {
    en: (done: number, all: number) =>
      `${done} of ${plural.en(all, 'one file', `${all} files`)} imported`,
    da: (done: number, all: number) =>
      `${done} af ${plural.da(all, 'én fil', `${all} filer`)} importeret`,
  },
  failed: {
    en: (count: number) =>
      plural.en(count, 'One file could not be imported', `${count} files could not be imported`),
    da: (count: number) =>
      plural.da(count, 'Én fil kunne ikke importeres', `${count} filer kunne ikke importeres`),
  },
  importing: { en: 'Importing', da: 'Importerer' },
  remove: { en: 'Remove', da: 'Fjern' },
  removeName: { en: (name: string) => `Remove ${name}`, da: (name: string) => `Fjern ${name}` },
  removeTitle: { en: 'Remove this demo data?', da: 'Fjern disse demodata?' },
  removeText: {
    en: 'Its files, journals, statements and transactions go, and nothing else. So do its connection with the simulated bank and its books in the simulated ERP. What else was paid over that connection is kept, and told.',
    da: 'Dens filer, journaler, kontoudtog og posteringer fjernes og intet andet. Det samme gælder forbindelsen til den simulerede bank og regnskabet i det simulerede ERP-system. Andet, der er betalt over forbindelsen, beholdes og nævnes.',
  },
  removing: { en: 'Demo data is being removed.', da: 'Demodata fjernes.' },
  kept: { en: 'Kept:', da: 'Beholdt:' },
  SENDING: {
    en: 'Its newest payments are on their way to the simulated bank.',
    da: 'De nyeste betalinger er på vej til den simulerede bank.',
  },
  bookedOn: {
    en: (day: string) =>
      `They fell on a day when banks are closed, so they are booked with the date of the bank’s next banking day, ${day}.`,
    da: (day: string) =>
      `De faldt på en dag, hvor bankerne har lukket, så de bogføres med datoen for bankens næste bankdag, ${day}.`,
  },
  PAID: {
    en: 'Its newest payments were approved, sent, and paid by the simulated bank.',
    da: 'De nyeste betalinger blev godkendt, sendt og betalt af den simulerede bank.',
  },
  NO_BANK: {
    en: 'Everything is imported; nothing is sent, since no simulated bank answers here.',
    da: 'Alt er importeret; intet sendes, da ingen simuleret bank svarer her.',
  },
  FAILED: {
    en: (why: string) => `Its newest payments went no further: ${why}`,
    da: (why: string) => `De nyeste betalinger kom ikke videre: ${why}`,
  },
  erpConnecting: {
    en: 'They are bills in the simulated ERP, which is being connected.',
    da: 'De er fakturaer i det simulerede ERP-system, som er ved at blive forbundet.',
  },
  erpConnected: {
    en: 'They are bills in the simulated ERP, which is told what becomes of them.',
    da: 'De er fakturaer i det simulerede ERP-system, som får besked om, hvad der sker med dem.',
  },
  erpBooks: { en: 'See the books there', da: 'Se regnskabet dér' },
  erpNone: {
    en: 'No accounting system takes part, since no simulated ERP answers here.',
    da: 'Intet økonomisystem deltager, da intet simuleret ERP-system svarer her.',
  },
  erpTaken: {
    en: 'No accounting system takes part: this realm has an ERP of its own, or another set has it, and demo data leaves that alone.',
    da: 'Intet økonomisystem deltager: her er allerede et eget ERP-system, eller en anden historie bruger det, og det rører demodata ikke.',
  },
  erpFailed: {
    en: (why: string) => `They came from no accounting system in the end: ${why}`,
    da: (why: string) => `De kom til sidst ikke fra et økonomisystem: ${why}`,
  },
  walk: { en: 'Now look around', da: 'Se dig nu omkring' },
  walkMore: {
    en: 'More steps join in a minute or two: a payment file that waits for you, and one that the bank has paid.',
    da: 'Om et minut eller to kommer der flere trin: en betalingsfil, der venter på dig, og en, som banken har betalt.',
  },
  walkBegin: { en: 'Begin the guided walk', da: 'Begynd rundturen' },
  walking: { en: 'Guided walk', da: 'Rundtur' },
  stepOf: {
    en: (step: number, of: number) => `Step ${step} of ${of}.`,
    da: (step: number, of: number) => `Trin ${step} af ${of}.`,
  },
  showAgain: { en: 'Lead me there', da: 'Før mig derhen' },
  stepBack: { en: 'Back', da: 'Tilbage' },
  stepOn: { en: 'Next step', da: 'Næste trin' },
  walkDone: { en: 'Done', da: 'Færdig' },
  walkEnd: { en: 'End the walk', da: 'Afslut rundturen' },
});
