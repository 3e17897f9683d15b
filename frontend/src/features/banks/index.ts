/** What the banks room lends: how accounts are named, and the choice of them. */
export {
  accountLabel,
  groupedAsWritten,
  groupedNumber,
  useAccountOf,
  useAccountOptions,
  useAccounts,
  useCurrencyOptions,
} from './accounts';
export { AccountName } from './components/AccountName';
export { OwnAccount, OwnAccountInFull } from './components/OwnAccount';
