/** What the payments room lends apart from its index, so that the shell does not load it at start. */
export { ApprovalPanel } from './approvals/ApprovalPanel';
export { ApprovalPolicyScreen } from './approvals/ApprovalPolicyScreen';
export { ApproveMany, RejectMany } from './approvals/components/BulkAsk';
export { ApprovalAct, LiftAct, SendingAct } from './NextActs';
export { PaymentListScreen } from './list/PaymentListScreen';
export { PayeeListScreen } from './payees/PayeeListScreen';
export { RecallPanel } from './recalls/RecallPanel';
export { SendingListScreen } from './sending/SendingListScreen';
export { SendingPanel } from './sending/SendingPanel';
export { DocumentCheck } from './validation/DocumentCheck';
export { ValidationScreen } from './validation/ValidationScreen';
export { tell as tellErp } from './validation/erp/partner';
export { WaysKnown } from './WaysKnown';
