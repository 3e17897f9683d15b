/** What the room of webhooks lends: its screen. */
export { WebhookScreen } from './WebhookScreen';
