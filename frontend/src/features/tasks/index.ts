/** What the room lends: the screen of messages and tasks. */
export { MessageScreen } from './MessageScreen';
