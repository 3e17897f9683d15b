/** Addresses of payees and of what was paid to them. */
import { paths } from '@/kernel/paths';

/** The payees with one open beside them. */
export const payeePath = (id: string) => `${paths.payees}?payee=${encodeURIComponent(id)}`;

/** The payments to one payee. */
export const payeePaymentsPath = (id: string) =>
  `${paths.payments}?payee=${encodeURIComponent(id)}`;
