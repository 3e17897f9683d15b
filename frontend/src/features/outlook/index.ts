/** What the outlook lends: its screen. */
export { OutlookScreen } from './OutlookScreen';
