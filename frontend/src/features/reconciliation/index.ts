/** What the reconciliation room lends: its screen. */
export { ReconciliationScreen } from './ReconciliationScreen';
