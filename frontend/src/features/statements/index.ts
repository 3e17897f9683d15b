/** What the statements room lends. */
export { StatementStrip } from './components/StatementStrip';
export { TransactionListScreen } from './TransactionListScreen';
