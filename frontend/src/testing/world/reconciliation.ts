/** Candidates of the made-up world: a debit may book a payment, and every third entry has none. */
import { payments, transactions } from './records';

type Row = Record<string, unknown>;

const said = (en: string, da: string) => ({ en, da });

function candidatesOf(id: string): Row[] {
  const index = transactions.findIndex((row) => row['id'] === id);
  const entry = transactions[index];
  if (!entry || index % 3 === 0) return [];
  return [
    {
      kind: 'PAYMENT',
      id: 'p2',
      score: 85,
      reasons: [
        said('Same amount and currency', 'Samme beløb og valuta'),
        said('Same day', 'Samme dag'),
      ],
      payment: { ...payments[2], amount: entry['amount'] },
      payments: [],
      paymentCount: 1,
      transaction: null,
      openItem: null,
    },
    {
      kind: 'TRANSFER',
      id: 't3',
      score: 40,
      reasons: [said('On another own account', 'På en anden egen konto')],
      payment: null,
      payments: [],
      paymentCount: 0,
      transaction: transactions[3],
      openItem: null,
    },
  ];
}

export const resolvers = {
  matchCandidates: ({ transactionId }: { transactionId: string }) => candidatesOf(transactionId),
  unbookedPayments: ({ text }: { text: string | null }) =>
    payments.filter(({ creditor }) => !text || JSON.stringify(creditor).includes(text)).slice(0, 3),
  openItems: () => [],
  entriesToChoose: () => [],
  differenceLimit: () => ({ amount: '10.00', version: 1 }),
  automaticMatching: () => ({ score: null, charge: '0.00', version: 1 }),
  matchPayments: () => ({ __typename: 'Success', id: 'm1' }),
  matchBest: ({ selection: { ids } }: { selection: { ids: string[] } }) => ({
    __typename: 'BulkResults',
    total: ids.length,
    done: ids.length,
    failed: 0,
    notEligible: 0,
    results: ids.map((id) => ({
      id, label: id, outcome: 'DONE', code: null, message: null, values: [],
    })),
    next: null,
  }), // prettier-ignore
  changeDifferenceLimit: () => ({ __typename: 'Success', id: null }),
  changeAutomaticMatching: () => ({ __typename: 'Success', id: null }),
  matchTransaction: () => ({ __typename: 'Success', id: 'm1' }),
  unmatchTransaction: () => ({ __typename: 'Success', id: null }),
};
