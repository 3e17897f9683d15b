import { expect, test } from 'vitest';
import { messageText } from './texts';

const said = (en: string, da: string) => ({
  said: { en, da },
  values: [{ name: 'day', value: '2026-11-20' }],
});

test('a day is written as the person reads dates, in either language', () => {
  const told = said(
    'The statement of Wages for 2026-11-20 has not come',
    'Kontoudtoget for Wages for 2026-11-20 er ikke kommet',
  );
  expect(messageText(told, 'en')).toBe('The statement of Wages for 11/20/2026 has not come');
  expect(messageText(told, 'da')).toBe('Kontoudtoget for Wages for 11/20/2026 er ikke kommet');
});

test('a day in the name of a file stays', () => {
  const text = 'statement-2026-11-20.xml of 2026-11-20 is imported';
  expect(messageText(said(text, text), 'da')).toBe(
    'statement-2026-11-20.xml of 11/20/2026 is imported',
  );
});
