/** What the journals room lends: its two screens. */
export { JournalListScreen } from './JournalListScreen';
export { JournalScreen } from './JournalScreen';
export type { ShowOrigin } from './components/JournalRecord';
