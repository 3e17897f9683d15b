/** What the payments room lends. */
export { Reason } from './approvals/components/ActDialog';
export { CutOffText, DebitedCell, PayeesCell } from './approvals/components/Payees';
export { payeeLabels } from './approvals/payeeLabels';
export { tellDone, useDecide } from './approvals/deciding';
export { JournalPayments } from './components/JournalPayments';
export { dayAt, leftUntil, timeAt } from './cutOff';
export { ReasonText, StatusText } from './components/ReasonText';
export { reasonInWords } from './reasons';
export { recallReasonInWords } from './recalls/words';
export { PAYMENT_KEYS } from './paths';
export { labels as sendingLabels } from './sending/labels';
