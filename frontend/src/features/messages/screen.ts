/** The room's screen, apart from its index so that the shell does not load it at start. */
export { MessageListScreen } from './MessageListScreen';
