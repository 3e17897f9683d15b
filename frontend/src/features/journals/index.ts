/** What the journals room lends: its two screens, and what differs between two texts. */
export { JournalListScreen } from './JournalListScreen';
export { JournalScreen } from './JournalScreen';
export { TextDiff } from './components/DocumentDiff';
export type { ShowOrigin } from './components/JournalRecord';
export { JournalStateText } from './components/JournalStateText';
