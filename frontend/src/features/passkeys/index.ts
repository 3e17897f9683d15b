/** What the room of passkeys lends. */
export { PasskeyScreen } from './PasskeyScreen';
