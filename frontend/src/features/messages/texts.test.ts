import { expect, test } from 'vitest';
import { messageText, valuesOf } from './texts';

const said = (
  values: Readonly<Record<string, string>>,
  message = 'The statement of Wages for 2026-11-20 has not come',
  code = 'alarm.statement_missing',
) => ({ code, message, values: Object.entries(values).map(([name, value]) => ({ name, value })) });

test('a day is written as the person reads dates, in either language', () => {
  const told = said({ name: 'Wages', number: 'DK1', day: '2026-11-20' });
  expect(messageText(told, 'en')).toBe('The statement of Wages for 11/20/2026 has not come');
  expect(messageText(told, 'da')).toBe('Kontoudtoget for Wages for 11/20/2026 er ikke kommet');
});

test('why stands in Danish where it was kept in Danish, and else as it was said', () => {
  const reason = 'The bank did not answer in time.';
  const failing = (values: Readonly<Record<string, string>>) =>
    said(
      { name: 'Nordea', ...values },
      `Nordea could not be activated: ${reason}`,
      'banks.activation_failed',
    );
  expect(messageText(failing({ reason, reason_da: 'Banken svarede ikke i tide.' }), 'da')).toBe(
    'Nordea kunne ikke aktiveres: Banken svarede ikke i tide.',
  );
  expect(messageText(failing({ reason }), 'da')).toBe(
    'Nordea kunne ikke aktiveres: The bank did not answer in time.',
  );
  expect(messageText(failing({}), 'da')).toBe(
    'Nordea could not be activated: The bank did not answer in time.',
  );
});

test('a day in the name of a file stays, as does a sentence with a hole', () => {
  expect(
    messageText(
      said({ day: '2026-11-20' }, 'statement-2026-11-20.xml of 2026-11-20 is imported', 'other'),
      'da',
    ),
  ).toBe('statement-2026-11-20.xml of 11/20/2026 is imported');
  expect(messageText(said({ day: '2026-11-20' }), 'da')).toBe(
    'The statement of Wages for 11/20/2026 has not come',
  );
});

test('a value that was kept in both languages is told once, in the person’s', () => {
  const told = said({
    people: 'the payment approvers',
    people_da: 'betalingsgodkenderne',
    count: '3',
  });
  expect(valuesOf(told, 'en')).toEqual([
    { name: 'people', value: 'the payment approvers' },
    { name: 'count', value: '3' },
  ]);
  expect(valuesOf(told, 'da')).toEqual([
    { name: 'people', value: 'betalingsgodkenderne' },
    { name: 'count', value: '3' },
  ]);
});
