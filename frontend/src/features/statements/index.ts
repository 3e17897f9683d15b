/** What the statements room lends. */
export { StatementPreview } from './components/StatementPreview';
export { StatementStrip } from './components/StatementStrip';
export { ErpStanding } from './components/ErpStanding';
export { MatchedSides } from './components/MatchedSides';
export { differenceLabels } from './differenceLabels';
export { TransactionListScreen } from './TransactionListScreen';
