/** What the dashboard lends: its screen, and the parts that draw an account's days. */
export { DayChart } from './components/DayChart';
export { useNear } from './components/useNear';
export { closureOf, holidayCountry } from './bankingDays';
export { amountCell, asCsv, fileName, saveCsv, textCell } from './csv';
export { DashboardScreen } from './DashboardScreen';
export { compareExact, sumOf } from './exact';
export { calledOf, type Day } from './series';
