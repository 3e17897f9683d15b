/** What the payments room lends. */
export { JournalPayments } from './components/JournalPayments';
