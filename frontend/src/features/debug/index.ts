/** What the debug room lends. */
export { DebugScreen } from './DebugScreen';
