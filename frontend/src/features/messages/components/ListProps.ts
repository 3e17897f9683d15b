/** What the screen hands to the list of messages, and to the list of their groups. */
import type { MessageFilter } from '@/generated/graphql';
import type { UrlFilter } from '@/kernel/urlState';
import type { MessageUrlFilter } from '../paths';

/** What was cleared, and the way back. */
export interface Cleared {
  count: number;
  undo: () => void;
}

export interface ListProps {
  filter: MessageFilter;
  url: UrlFilter<MessageUrlFilter>;
  cleared: Cleared | null;
  /** Whether a message has come since sign-in and was not cleared. */
  isNew: (id: string) => boolean;
}
