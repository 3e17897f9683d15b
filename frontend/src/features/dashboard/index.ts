/** What the dashboard lends: its screen. */
export { DashboardScreen } from './DashboardScreen';
