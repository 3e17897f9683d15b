/** What the statements room lends. */
export { accountLabel, groupedNumber, useAccountOptions } from './accounts';
export { StatementStrip } from './components/StatementStrip';
export { TransactionListScreen } from './TransactionListScreen';
