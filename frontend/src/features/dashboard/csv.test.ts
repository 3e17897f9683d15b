import { expect, test } from 'vitest';
import { wordsOf } from '@/kernel/i18n';
import { daysAsCsv, fileName } from './csv';
import { absences, labels } from './labels';
import type { Day, Graph } from './series';

const graph = { account: '=DK 50', currency: 'DKK' } as Graph;
const day: Day = {
  date: '2026-11-19',
  opening: '1234567.5',
  closing: '-0.125',
  incoming: '0',
  outgoing: '2.00',
  absence: null,
  closure: null,
};
const words = (language: 'en' | 'da') => ({
  ...wordsOf(labels, language),
  absences: absences(wordsOf(labels, language)),
});

test('a Danish spreadsheet reads numbers, and never a formula', () => {
  const text = daysAsCsv(
    graph,
    [day, { ...day, absence: 'missing', outgoing: '0' }],
    words('da'),
    'da-DK',
  );
  expect(text.split('\r\n')).toEqual([
    '\uFEFFKonto;Valuta;Dato;Primosaldo;Indgående;Udgående;Ultimosaldo;Kontoudtog',
    "'=DK 50;DKK;2026-11-19;1234567,50;0,00;2,00;-0,125;modtaget",
    "'=DK 50;DKK;2026-11-19;1234567,50;;;-0,125;intet kontoudtog",
    '',
  ]);
});

test('what nobody has told stays empty', () => {
  const text = daysAsCsv(
    graph,
    [{ ...day, absence: 'unknown', outgoing: '0' }],
    words('en'),
    'en-US',
  );
  expect(text).toContain(
    `'=DK 50,DKK,2026-11-19,,,,,"no statement, before the first statement"\r\n`,
  );
});

test('the file’s name is made of account and days', () => {
  expect(fileName(graph, [day], 'csv')).toBe('DK50-DKK-2026-11-19-2026-11-19.csv');
});
