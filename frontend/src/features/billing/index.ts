/** What the billing room lends. */
export { InvoiceListScreen } from './InvoiceListScreen';
export { SubscriptionScreen } from './SubscriptionScreen';
