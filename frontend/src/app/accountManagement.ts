/** The screens of account management, which come in one chunk: whoever sees one sees both. */
export { UserScreen } from '@/features/users';
export { WebhookScreen } from '@/features/webhooks';
