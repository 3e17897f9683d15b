import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { danishChecks } from './checkFindings';
import { danishFindings } from './danishFindings';
import { remedies } from './findings';

const listed = readFileSync('../docs/findings.md', 'utf8');
const codes = [...listed.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code as string);

test('every finding of the list has its Danish sentence, and nothing else has', () => {
  expect(codes.length).toBeGreaterThan(40);
  expect(Object.keys(danishFindings).toSorted()).toEqual(codes.toSorted());
});

test('what to do is told of known findings only', () => {
  expect(Object.keys(remedies).filter((code) => !codes.includes(code))).toEqual([]);
});

test('every rule of the check of payment files has its Danish sentence, and nothing else has', () => {
  const rules = [
    ...readFileSync('../docs/payment-checks.md', 'utf8').matchAll(/^\| `(\w+)`/gm),
  ].map(([, code]) => code as string);
  expect(rules.length).toBeGreaterThan(80);
  expect(Object.keys(danishChecks).toSorted()).toEqual(
    rules.filter((code) => !(code in danishFindings)).toSorted(),
  );
});
