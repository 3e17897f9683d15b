/** What the banks room lends: how accounts are named, and the choice of them. */
export {
  accountLabel,
  groupedAsWritten,
  groupedNumber,
  useAccountList,
  useAccountOf,
  useAccountOptions,
  useAccounts,
  useCurrencyOptions,
} from './accounts';
export { AccountName } from './components/AccountName';
export { NoAccounts } from './components/NoAccounts';
export { OwnAccount, OwnAccountInFull } from './components/OwnAccount';
