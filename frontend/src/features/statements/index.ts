/** What the statements room lends. */
export { StatementPreview } from './components/StatementPreview';
export { StatementStrip } from './components/StatementStrip';
export { differenceLabels } from './differenceLabels';
export { TransactionListScreen } from './TransactionListScreen';
