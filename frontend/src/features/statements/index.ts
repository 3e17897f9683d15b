/** What the statements room lends. */
export { StatementPreview } from './components/StatementPreview';
export { StatementStrip } from './components/StatementStrip';
export { TransactionListScreen } from './TransactionListScreen';
