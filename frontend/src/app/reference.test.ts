// @vitest-environment node
import { expect, test } from 'vitest';
import { pastedReference } from './reference';

test.each([
  ' 0190f7c2-8a41-7d20-9a10-0f6f3d5c2e11 ',
  '#4711',
  'DK50 0040 0440 1162 43',
  'INV-2026-99',
  'PAY/77/2026',
  'løn-november-2026.xml',
])('%s is looked for', (text) => {
  expect(pastedReference(text)).toBe(text.trim());
});

test.each([
  '',
  'hello',
  'Dear Sir, invoice 7 is late',
  'a1',
  '12345',
  'line one 1\nline two 2',
  '1'.repeat(81),
])('%s is only text', (text) => {
  expect(pastedReference(text)).toBeNull();
});
