/** What the messages room lends: the poll, the badge, and a list of messages for other rooms. */
export { MessageBadge } from './MessageBadge';
export { markAllRead } from './markAllRead';
export { MessageLevelTag } from './components/MessageLevelTag';
export { useMessagePoll } from './poll';
export { messageText } from './texts';
export { labels as messageLabels } from './labels';
