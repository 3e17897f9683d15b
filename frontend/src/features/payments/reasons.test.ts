// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { danishReasons, danishRemedies, danishStatuses } from './reasons';

const listed = readFileSync('../docs/status.md', 'utf8');
const codesUnder = (heading: string) => {
  const [, section = ''] = listed.split(`## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(
    ([, code]) => code as string,
  );
};

test('every status, reason and remedy of the list is told in Danish, and nothing else is', () => {
  const pairs = [
    ['Status codes', danishStatuses],
    ['Reason codes', danishReasons],
    ['What to do', danishRemedies],
  ] as const;
  for (const [heading, words] of pairs) {
    const codes = codesUnder(heading);
    expect(codes.length).toBeGreaterThan(20);
    expect(Object.keys(words).toSorted()).toEqual(codes.toSorted());
  }
});
