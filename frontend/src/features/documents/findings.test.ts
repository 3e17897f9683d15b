import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { danishChecks } from './checkFindings';
import { remedies } from './findings';

const listed = readFileSync('../docs/findings.md', 'utf8');
const codes = new Set([...listed.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code as string));

test('what to do is told of known findings only', () => {
  expect(Object.keys(remedies).filter((code) => !codes.has(code))).toEqual([]);
});

test('every rule of the check of payment files has its Danish sentence, and nothing else has', () => {
  const rules = [
    ...readFileSync('../docs/payment-checks.md', 'utf8').matchAll(/^\| `(\w+)`/gm),
  ].map(([, code]) => code as string);
  expect(rules.length).toBeGreaterThan(80);
  expect(Object.keys(danishChecks).toSorted()).toEqual(
    rules.filter((code) => !codes.has(code)).toSorted(),
  );
});
