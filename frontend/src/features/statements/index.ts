/** What the statements room lends. */
export { accountLabel, groupedNumber, useAccountOptions, useCurrencyOptions } from './accounts';
export { StatementStrip } from './components/StatementStrip';
export { TransactionListScreen } from './TransactionListScreen';
