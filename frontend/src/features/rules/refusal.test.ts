import { expect, test } from 'vitest';
import { wordsOf } from '@/kernel/i18n';
import { builderLabels } from './builderLabels';
import { flawed, placeInWords, refusedIn } from './refusal';

const at = (path: string) => ({ id: 'r', message: 'No.', path });

test('a part knows what was refused in it, from there on', () => {
  expect(refusedIn(at('blocks.1.conditions.0.values'), 'blocks.1')).toEqual(
    at('conditions.0.values'),
  );
  expect(refusedIn(at('blocks.1'), 'blocks.1')).toEqual(at(''));
  expect(refusedIn(at('blocks.10.match'), 'blocks.1')).toBeNull();
  expect(refusedIn(null, 'name')).toBeNull();
  expect(flawed(at('values'), 'values')).toEqual({ 'aria-invalid': true, 'aria-describedby': 'r' });
  expect(flawed(at('currency'), 'values')).toEqual({});
});

test.each([
  [
    'blocks.0.conditions.1.values',
    'Group 1 · Condition 2 · Value',
    'Gruppe 1 · Betingelse 2 · Værdi',
  ],
  ['blocks.2', 'Group 3', 'Gruppe 3'],
  ['blocks', 'Conditions', 'Betingelser'],
  ['actions.1.account', 'Actions · 2 · Account', 'Handlinger · 2 · Konto'],
  ['actions', 'Actions', 'Handlinger'],
  ['name', 'Name', 'Navn'],
  ['', '', ''],
])('the place “%s” in words', (path, english, danish) => {
  expect(placeInWords(path, wordsOf(builderLabels, 'en'))).toBe(english);
  expect(placeInWords(path, wordsOf(builderLabels, 'da'))).toBe(danish);
});
