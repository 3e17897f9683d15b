/** The chart, in a chunk of its own with Chart.js. */
import { lazy } from 'react';

export const LazyBalanceChart = lazy(async () => ({
  default: (await import('./BalanceChart')).BalanceChart,
}));
