/** What the payments room lends. */
export { JournalPayments } from './components/JournalPayments';
export { PAYMENT_KEYS } from './paths';
