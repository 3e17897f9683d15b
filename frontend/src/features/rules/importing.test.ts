// @vitest-environment node
import { expect, test } from 'vitest';
import { broughtWith, placeInFile, portionsOf } from './importing';

const fileOf = (count: number) =>
  JSON.stringify({
    format: 'giroscope rules',
    version: 1,
    rules: Array.from({ length: count }, (_, at) => ({ key: `k${at}`, name: 'x'.repeat(1_000) })),
  });
const rulesOf = (document: string) => (JSON.parse(document) as { rules: { key: string }[] }).rules;

test('a long file of rules is parted between rules, in their order, and none is lost', () => {
  const portions = portionsOf(fileOf(500));
  expect(portions.length).toBeGreaterThan(4);
  for (const { document, before } of portions) {
    expect(document.length).toBeLessThan(150_000);
    expect(JSON.parse(document)).toMatchObject({ format: 'giroscope rules', version: 1 });
    expect(rulesOf(document)[0]?.key).toBe(`k${before}`);
  }
  expect(portions.flatMap(({ document }) => rulesOf(document).map(({ key }) => key))).toEqual(
    Array.from({ length: 500 }, (_, at) => `k${at}`),
  );
});

test('what is short, or no file of rules, is left as it is', () => {
  for (const document of [fileOf(3), 'no file', '[]', `{"rules": "${'x'.repeat(200_000)}"}`])
    expect(portionsOf(document)).toMatchObject([{ document, before: 0 }]);
});

test('what is wrong is named by its place in the whole file, and by the name of its rule', () => {
  const portion = { document: '', before: 120, names: ['Fees', 'Rent'] };
  expect(placeInFile('rules.1.blocks', portion)).toEqual({
    rule: 122,
    name: 'Rent',
    within: 'blocks',
  });
  expect(placeInFile('rules.0', portion)).toEqual({ rule: 121, name: 'Fees', within: '' });
  expect(placeInFile(null, portion)).toBeNull();
});

test('what the portions of a file brought is added up', () => {
  expect(broughtWith(broughtWith([0, 0, 0], '2 1 5'), '0 3 7')).toEqual([2, 4, 12]);
  expect(broughtWith([1, 0, 0], null)).toEqual([1, 0, 0]);
});
