// @vitest-environment node
import { expect, test } from 'vitest';
import { driftOf, verdictOn } from './clock';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const read = (server: number, took = 100) => ({ server, sent: NOON, received: NOON + took });

test.each([
  ['the same moment, half the way later', NOON + 50, 100, 0, 'agree'],
  ['the browser three seconds ahead', NOON - 2950, 100, 3000, 'apart'],
  ['the browser three seconds behind', NOON + 3050, 100, -3000, 'apart'],
  ['half a minute', NOON + 30_050, 100, -30_000, 'wrong'],
  ['a slow way proves nothing', NOON + 3000, 8000, 1000, 'agree'],
  ['nor do two seconds', NOON + 2050, 100, -2000, 'agree'],
] as const)('%s', (_, server, took, drift, verdict) => {
  expect(driftOf(read(server, took))).toBe(drift);
  expect(verdictOn(read(server, took))).toBe(verdict);
});
