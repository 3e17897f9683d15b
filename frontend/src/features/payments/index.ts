/** What the payments room lends. */
export { JournalPayments } from './components/JournalPayments';
export { ReasonText, StatusText } from './components/ReasonText';
export { reasonInWords } from './reasons';
export { PAYMENT_KEYS } from './paths';
