/** What the months room lends: its screen. */
export { MonthScreen } from './MonthScreen';
