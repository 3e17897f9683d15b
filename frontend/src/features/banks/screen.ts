/** What the banks room lends apart from its index, which lists load for the names of accounts. */
export { BankScreen } from './BankScreen';
