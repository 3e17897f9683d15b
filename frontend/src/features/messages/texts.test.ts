import { expect, test } from 'vitest';
import { messageText } from './texts';

const said = (values: Readonly<Record<string, string>>, message = 'The statement of Wages for 2026-11-20 has not come', code = 'alarm.statement_missing') => ({ code, message, values: Object.entries(values).map(([name, value]) => ({ name, value })) });

test('a day is written as the person reads dates, in either language', () => {
  const told = said({ name: 'Wages', number: 'DK1', day: '2026-11-20' });
  expect(messageText(told, 'en')).toBe('The statement of Wages for 11/20/2026 has not come');
  expect(messageText(told, 'da')).toBe('Kontoudtoget for Wages for 11/20/2026 er ikke kommet');
});

test('a day in the name of a file stays, as does a sentence with a hole', () => {
  expect(messageText(said({ day: '2026-11-20' }, 'statement-2026-11-20.xml of 2026-11-20 is imported', 'other'), 'da')).toBe('statement-2026-11-20.xml of 11/20/2026 is imported');
  expect(messageText(said({ day: '2026-11-20' }), 'da')).toBe('The statement of Wages for 11/20/2026 has not come');
});
