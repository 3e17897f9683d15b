/** What the dashboard lends: its screen, and the parts that draw an account's days. */
export { ChartBoundary } from './components/ChartBoundary';
export { DayWalker } from './components/DayWalker';
export { LazyBalanceChart } from './components/LazyBalanceChart';
export { useNear } from './components/useNear';
export { closureOf, holidayCountry } from './bankingDays';
export { amountCell, asCsv, fileName } from './csv';
export { DashboardScreen } from './DashboardScreen';
export { compareExact, sumOf } from './exact';
export { calledOf, type Day } from './series';
