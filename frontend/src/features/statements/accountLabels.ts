/** Words of accounts that may be one, of joining them, and of their names. */
import { defineLabels, plural } from '@/kernel/i18n';

export const accountLabels = defineLabels({
  title: { en: 'Same account?', da: 'Samme konto?' },
  open: {
    en: (count: string) => `Possibly the same account (${count})`,
    da: (count: string) => `Måske samme konto (${count})`,
  },
  alike: { en: 'Possibly the same account', da: 'Måske samme konto' },
  lead: {
    en: 'Accounts under different names whose statements have the same balances on the same days. Nothing is joined until somebody says so.',
    da: 'Konti med forskellige navne, hvis kontoudtog har samme saldi på samme dage. Intet lægges sammen, før nogen bestemmer det.',
  },
  pair: {
    en: (kept: string, joined: string) => `Possibly the same account: ${kept} and ${joined}`,
    da: (kept: string, joined: string) => `Måske samme konto: ${kept} og ${joined}`,
  },
  looks: { en: 'These two look like one account', da: 'De to ligner én konto' },
  evidence: {
    en: (count: string, from: string, to: string) =>
      `${count} ${plural.en(count, 'balance is', 'balances are')} the same on the same days, ${from} to ${to}. None differs.`,
    da: (count: string, from: string, to: string) =>
      `${count} ${plural.da(count, 'saldo', 'saldi')} er ens på samme dage, ${from} til ${to}. Ingen afviger.`,
  },
  evidenceOfDay: {
    en: (count: string, day: string) =>
      `${count} ${plural.en(count, 'balance is', 'balances are')} the same on the same days, ${day}. None differs.`,
    da: (count: string, day: string) =>
      `${count} ${plural.da(count, 'saldo', 'saldi')} er ens på samme dage, ${day}. Ingen afviger.`,
  },
  balances: { en: 'Equal balances', da: 'Ens saldi' },
  latest: {
    en: (shown: string) => `The latest ${shown} are listed.`,
    da: (shown: string) => `De seneste ${shown} er vist.`,
  },
  day: { en: 'Day', da: 'Dag' },
  balance: { en: 'Balance', da: 'Saldo' },
  opening: { en: 'Opening', da: 'Primo' },
  closing: { en: 'Closing', da: 'Ultimo' },
  amount: { en: 'Amount', da: 'Beløb' },
  kept: { en: 'Kept account', da: 'Konto, der beholdes' },
  joinedOne: { en: 'Account to join into it', da: 'Konto, der lægges ind i den' },
  number: { en: 'Account', da: 'Konto' },
  name: { en: 'Name', da: 'Navn' },
  owner: { en: 'Owner', da: 'Ejer' },
  currency: { en: 'Currency', da: 'Valuta' },
  servicer: { en: 'Bank', da: 'Bank' },
  noCurrency: { en: 'Not stated', da: 'Ikke oplyst' },
  otherNames: { en: 'Other names', da: 'Andre navne' },
  STATED: { en: 'stated in a file', da: 'oplyst i en fil' },
  DERIVED: { en: 'derived', da: 'udledt' },
  JOINED: { en: 'joined', da: 'lagt sammen' },
  join: { en: 'Join accounts', da: 'Læg konti sammen' },
  joinTitle: { en: 'Join these two accounts?', da: 'Læg de to konti sammen?' },
  joinTwo: { en: 'Join two accounts', da: 'Læg to konti sammen' },
  becomes: {
    en: (joined: string, kept: string) => `${joined} becomes another name of ${kept}:`,
    da: (joined: string, kept: string) => `${joined} bliver et andet navn for ${kept}:`,
  },
  becomesOther: {
    en: 'The second account becomes another name of the first:',
    da: 'Den anden konto bliver et andet navn for den første:',
  },
  moves: {
    en: 'Its statements and entries move. A statement that both have counts once.',
    da: 'Dens kontoudtog og posteringer flyttes. Et kontoudtog, som begge har, tæller én gang.',
  },
  future: {
    en: 'Later files under either name go to the one account.',
    da: 'Senere filer under begge navne kommer på den ene konto.',
  },
  follows: {
    en: 'Matches with payments follow, and balances are checked anew.',
    da: 'Afstemninger med betalinger følger med, og saldi kontrolleres igen.',
  },
  undoable: { en: 'The accounts can be separated again.', da: 'Kontiene kan skilles ad igen.' },
  joined: { en: 'The accounts are joined.', da: 'Kontiene er lagt sammen.' },
  choose: { en: 'Choose an account', da: 'Vælg en konto' },
  chooseBoth: { en: 'Choose an account.', da: 'Vælg en konto.' },
  chooseOther: {
    en: 'Choose another account than the one that is kept.',
    da: 'Vælg en anden konto end den, der beholdes.',
  },
  named: { en: 'Accounts with several names', da: 'Konti med flere navne' },
  joinedBy: {
    en: (who: string) => `joined by ${who}`,
    da: (who: string) => `lagt sammen af ${who}`,
  },
  separate: { en: 'Separate', da: 'Skil ad' },
  separateOf: {
    en: (joined: string, kept: string) => `Separate ${joined} from ${kept}`,
    da: (joined: string, kept: string) => `Skil ${joined} fra ${kept}`,
  },
  separateTitle: { en: 'Separate these accounts?', da: 'Skil kontiene ad?' },
  separateHelp: {
    en: (joined: string, kept: string) =>
      `${joined} and ${kept} are two accounts again. Each gets its names and its statements back; what came meanwhile goes to the account that its file names.`,
    da: (joined: string, kept: string) =>
      `${joined} og ${kept} er to konti igen. Hver får sine navne og kontoudtog tilbage; hvad der er kommet imens, går til den konto, som filen nævner.`,
  },
  notAgain: {
    en: 'They are not suggested as the same account again.',
    da: 'De foreslås ikke som samme konto igen.',
  },
  separated: { en: 'The accounts are separated.', da: 'Kontiene er skilt ad.' },
  mayNot: {
    en: 'Only people with the upload or account management role join accounts.',
    da: 'Kun personer med upload- eller kontoadministrationsrollen lægger konti sammen.',
  },
  emptyTitle: { en: 'No accounts look the same', da: 'Ingen konti ligner hinanden' },
  emptyText: {
    en: 'Accounts with equal balances on the same days under different names appear here.',
    da: 'Konti med ens saldi på samme dage under forskellige navne vises her.',
  },
});
