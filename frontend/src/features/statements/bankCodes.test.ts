import { expect, test } from 'vitest';
import { wordsOf } from '@/kernel/i18n';
import { bankCodeInWords, bankCodes } from './bankCodes';

test.each([
  ['PMNT-RCDT-ESCT', 'SEPA credit transfer', 'SEPA-overførsel'],
  ['PMNT/ICDT/OTHR', 'Issued credit transfer', 'Udgående overførsel'],
  ['PMNT', 'Payment', 'Betaling'],
  ['NTRF', 'Transfer', 'Overførsel'],
  ['0815', '0815', '0815'],
  ['NXYZ', 'NXYZ', 'NXYZ'],
])('%s is %s', (code, english, danish) => {
  expect(bankCodeInWords(code, wordsOf(bankCodes, 'en'))).toBe(english);
  expect(bankCodeInWords(code, wordsOf(bankCodes, 'da'))).toBe(danish);
});
