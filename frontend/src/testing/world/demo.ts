/** Demo data of the made-up server: one set that is here, one that was removed. */
const counts = {
  files: 66,
  accounts: 3,
  statements: 66,
  transactions: 900,
  paymentFiles: 22,
  payments: 176,
  statusReports: 22,
};
const plan = (changes: object = {}) => ({
  preset: 'REJECTS',
  seed: 1,
  start: '2026-10-21',
  days: 30,
  accounts: 3,
  aDay: 12,
  paymentsADay: 8,
  currencies: 1,
  counts,
  ...changes,
});
export const set = (changes: object = {}) => ({
  id: '2',
  plan: plan(),
  state: 'MADE',
  created: '2026-11-20T08:00:00Z',
  createdByName: 'Astrid Holm',
  removed: null,
  keptSaid: [] as { en: string; da: string }[],
  handedIn: 66,
  imported: 66,
  failed: 0,
  payments: 'NONE',
  paymentsSaid: null as { en: string; da: string } | null,
  bookedOn: null as string | null,
  erp: 'NONE',
  erpSaid: null as { en: string; da: string } | null,
  erpPage: null as string | null,
  paidJournal: null as string | null,
  waitingJournal: null as string | null,
  ...changes,
});

export const resolvers = {
  demo: () => ({ isPossible: true, isShown: true, lists: ['/'], sets: [set()] }),
  demoPlan: ({ wish }: { wish: { preset: string; seed?: number; accounts?: number } }) =>
    plan({
      preset: wish.preset,
      seed: wish.seed ?? 1,
      accounts: wish.accounts ?? 3,
      counts: { ...counts, accounts: wish.accounts ?? 3 },
    }),
  generateDemo: () => ({ __typename: 'Success', id: '3' }),
  removeDemo: ({ id }: { id: string }) => ({ __typename: 'Success', id }),
};
