/** What an API client may be allowed, in the order it is told. */
import type { ApiScope } from '@/generated/graphql';

export const SCOPES: readonly ApiScope[] = [
  'JOURNALS_READ',
  'PAYMENTS_READ',
  'MESSAGES_READ',
  'UPLOADS_CREATE',
];
