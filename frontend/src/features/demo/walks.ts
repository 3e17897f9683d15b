/** The walk each story invites to: what to look at, in which order, and where. */
import type { DemoPreset, DemoQuery } from '@/generated/graphql';
import { defineLabels } from '@/kernel/i18n';
import { journalPath, paths } from '@/kernel/paths';

export const walkLabels = defineLabels({
  waiting: {
    en: 'A payment file waits for you: read it, approve and sign it, and watch the simulated bank pay it.',
    da: 'En betalingsfil venter på dig: læs den, godkend og underskriv den, og se den simulerede bank betale den.',
  },
  paid: {
    en: 'Follow payments that really left: who approved, what the bank answered and when it booked them.',
    da: 'Følg betalinger, der faktisk blev sendt: hvem godkendte, hvad banken svarede, og hvornår den bogførte dem.',
  },
  books: {
    en: 'See the bills that came from the accounting system: paid ones say so there, too.',
    da: 'Se fakturaerne, der kom fra økonomisystemet: de betalte står også som betalt dér.',
  },
  erp: {
    en: 'See what was checked when the accounting system was connected, and with what it was proven.',
    da: 'Se, hvad der blev kontrolleret, da økonomisystemet blev forbundet, og hvad der beviser det.',
  },
  dashboard: {
    en: 'See each account’s month: balance, incoming and outgoing. A bar leads to its day.',
    da: 'Se hver kontos måned: saldo, ind- og udbetalinger. En søjle fører til dens dag.',
  },
  reconciled: {
    en: 'Open a journal: order, answer and statement, tied together down to the single payment.',
    da: 'Åbn en journal: ordre, svar og kontoudtog bundet sammen ned til den enkelte betaling.',
  },
  search: {
    en: 'Find any payment by name, amount or reference: press / or tap the magnifier at the top, and type.',
    da: 'Find enhver betaling efter navn, beløb eller reference: tryk på / eller på forstørrelsesglasset øverst, og skriv.',
  },
  attention: {
    en: 'Needs attention holds what the bank refused, with its reason in words and what to do.',
    da: 'Kræver opmærksomhed rummer det, banken afviste, med årsagen i ord og hvad der skal gøres.',
  },
  settle: {
    en: 'Say how one was settled otherwise; it leaves the list and the trail keeps why.',
    da: 'Skriv, hvordan en blev afgjort på anden måde; den forlader listen, og sporet bevarer hvorfor.',
  },
  gap: {
    en: 'The chart draws the day without a statement dashed, and a message names the account and the day.',
    da: 'Grafen tegner dagen uden kontoudtog stiplet, og en meddelelse nævner konto og dag.',
  },
  batch: {
    en: 'A batch entry unfolds to its payments; each journal knows its own.',
    da: 'En samlet postering foldes ud til sine betalinger; hver journal kender sine egne.',
  },
  twice: {
    en: 'The second file’s journal warns that its bills were paid before, and where.',
    da: 'Den anden fils journal advarer om, at fakturaerne er betalt før, og hvor.',
  },
  address: {
    en: 'The journal’s checks say which address a bank refuses from when, and how it should look.',
    da: 'Journalens kontroller siger, hvilken adresse en bank afviser fra hvornår, og hvordan den bør se ud.',
  },
  correct: {
    en: 'The payees whose address a bank has refused, or will refuse, with date and reason.',
    da: 'De betalingsmodtagere, hvis adresse en bank har afvist eller vil afvise, med dato og årsag.',
  },
  currency: {
    en: 'Each chart and each sum has one currency; filter by one, and see.',
    da: 'Hver graf og hver sum har én valuta; filtrér på én, og se.',
  },
  quick: {
    en: 'Scroll the list to its end, sort it, search it.',
    da: 'Rul listen til bunds, sortér den, søg i den.',
  },
});

export interface WalkStep {
  words: keyof typeof walkLabels;
  to: string;
}

const step = (words: keyof typeof walkLabels, to: string): WalkStep => ({ words, to });
const DASHBOARD = step('dashboard', paths.dashboard);
const JOURNALS = step('reconciled', `${paths.journals}?source=DEMO`);
const SEARCH = step('search', paths.transactions);

/** What left, and what waits for whoever looks, come first; as whole pages, since a drawer covers the walk on a phone. */
export const walkOf = (
  preset: DemoPreset,
  {
    waitingJournal,
    paidJournal,
    erp,
  }: Pick<DemoQuery['demo']['sets'][number], 'waitingJournal' | 'paidJournal' | 'erp'>,
): readonly WalkStep[] => [
  ...(waitingJournal ? [step('waiting', journalPath(waitingJournal))] : []),
  ...(paidJournal ? [step('paid', journalPath(paidJournal))] : []),
  ...(erp === 'CONNECTED'
    ? [step('books', paths.erpExchange), step('erp', paths.erpValidation)]
    : []),
  ...WALKS[preset],
];

const WALKS: Readonly<Record<DemoPreset, readonly WalkStep[]>> = {
  CLEAN_MONTH: [DASHBOARD, JOURNALS, SEARCH],
  REJECTS: [
    step('attention', `${paths.journals}?view=attention`),
    step('settle', `${paths.journals}?view=attention`),
    SEARCH,
  ],
  STATEMENT_GAP: [step('gap', paths.dashboard), JOURNALS],
  BATCH_BOOKINGS: [step('batch', paths.transactions), JOURNALS],
  DUPLICATES: [step('twice', `${paths.journals}?source=DEMO`), SEARCH],
  ADDRESS_FAILURES: [
    step('address', `${paths.journals}?source=DEMO`),
    step('correct', `${paths.payees}?tab=correct`),
  ],
  MULTI_CURRENCY: [step('currency', paths.dashboard), SEARCH],
  LARGE: [step('quick', paths.transactions), DASHBOARD],
};
