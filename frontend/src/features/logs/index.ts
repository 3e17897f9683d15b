/** What the logs room lends: its screen. */
export { LogScreen } from './LogScreen';
