/** What the banks room lends. */
export { BankScreen } from './BankScreen';
