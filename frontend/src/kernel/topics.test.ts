/** Of each question on a screen it is known whether the poll tells of it; else it says how it is asked. */
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import * as generated from '@/generated/graphql';
import { aboutAny, isTold, rootsOf } from './topics';

const sources = import.meta.glob<string>(
  ['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/generated/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const POLICY = /fetchPolicy: (UNTOLD|AS_READ|DECIDED_BY|RIGHT_NOW|NOT_KEPT)\b|pollInterval/;

/** Each use of a question by a screen: its document, and the words that say how it is asked. */
const uses = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/useQuery\(\s*(\w+Document)\b/g)].map(({ 1: name, index }) => ({
    file,
    name: name ?? '',
    // To the end of the call.
    how: source.slice(index, source.indexOf(');', index)),
  })),
);

test('what nobody tells of is never shown from memory alone', () => {
  expect(uses.length).toBeGreaterThan(60);
  const silent = uses.filter(({ name, how }) => {
    const document = (generated as Record<string, unknown>)[name];
    return !isTold(document as ReturnType<typeof parse>) && !POLICY.test(how);
  });
  expect(silent.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

test('nobody asks past what was read without a name for the reason', () => {
  const unnamed = Object.entries(sources).filter(
    ([file, source]) =>
      !['/src/kernel/clients.ts', '/src/kernel/policies.ts'].includes(file) &&
      /fetchPolicy: '/.test(source),
  );
  expect(unnamed.map(([file]) => file)).toEqual([]);
});

test.each([
  ['IMPORTS', 'uploads', true],
  ['JOURNALS', 'journal', true],
  ['PAYMENTS', 'journals', true],
  ['BALANCES', 'statementGraphs', true],
  ['BANKS', 'accounts', true],
  ['TASKS', 'journalTabs', true],
  ['BANKS', 'myTasks', true],
  ['BALANCES', 'myTasks', true],
  ['MESSAGES', 'messages', true],
  ['MESSAGES', 'messageSummary', false],
  ['BANKS', 'journals', false],
  ['BILLING', 'banks', false],
])('a change of %s is seen in %s: %s', (topic, field, isSeen) => {
  expect(aboutAny([topic])(field)).toBe(isSeen);
});

test('an answer holds only where all that was asked is told of', () => {
  const roots = (text: string) => parse(`{ ${text} }`);
  expect(rootsOf(roots('banks { id } mine: accounts { id }'))).toEqual(['banks', 'accounts']);
  expect(isTold(roots('banks { id } accounts { id }'))).toBe(true);
  expect(isTold(roots('banks { id } communicationLogs { id }'))).toBe(false);
  expect(isTold(roots('erpPayments { id }'))).toBe(false);
});
