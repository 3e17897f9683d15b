import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FindingLineFragment } from '@/generated/graphql';
import { show } from '@/testing/render';
import { JournalFindings } from './components/JournalFindings';
import { groupedFindings } from './findings';

const finding = (
  severity: FindingLineFragment['severity'],
  code: string,
  line: number,
): FindingLineFragment => ({
  severity,
  code,
  message: `${code} in line ${line}`,
  said: { en: `${code} in line ${line}`, da: code },
  line,
  path: null,
});
const FOUND = [
  finding('WARNING', 'town', 4),
  finding('INFO', 'note', 5),
  finding('WARNING', 'town', 9),
  finding('ERROR', 'sum', 20),
  finding('WARNING', 'town', 31),
];

test('findings of one kind stand together, the gravest first', () => {
  expect(groupedFindings(FOUND).map((group) => group.map(({ line }) => line))).toEqual([
    [20],
    [4, 9, 31],
    [5],
  ]);
  expect(groupedFindings([])).toEqual([]);
});

test('what repeats is told once, counted, and folded out', async () => {
  const { person } = show(<JournalFindings findings={FOUND} />);
  const kinds = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(kinds).toHaveLength(3);
  expect(screen.getByText('town in line 4')).toBeVisible();
  expect(screen.queryByText('town in line 31')).toBeNull();
  await person.click(screen.getByRole('button', { name: '2 more like it' }));
  expect(screen.getByText('town in line 9')).toBeVisible();
  expect(screen.getByText('town in line 31')).toBeVisible();
  await person.click(screen.getByRole('button', { name: '2 more like it' }));
  expect(screen.queryByText('town in line 31')).toBeNull();
});
