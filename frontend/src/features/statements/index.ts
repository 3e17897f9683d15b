/** What the statements room lends. */
export { accountHint, accountLabel, groupedNumber, useAccountOptions, useAccounts, useCurrencyOptions } from './accounts';
export { StatementStrip } from './components/StatementStrip';
export { TransactionListScreen } from './TransactionListScreen';
