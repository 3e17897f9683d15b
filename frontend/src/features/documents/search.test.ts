import { expect, test } from 'vitest';
import { findHits, viewerLines } from './search';

test('every place is found, whatever the case, in reading order', () => {
  expect(findHits(['Amt amt', '', 'x AMT'], 'amt')).toEqual([{ line: 0, start: 0 }, { line: 0, start: 4 }, { line: 2, start: 2 }]);
  expect(findHits(['a'], '')).toEqual([]);
});

test('one endless line of XML is cut at its elements; other files keep their lines', () => {
  expect(viewerLines(`<a>${'<b>1</b>'.repeat(400)}</a>`)).toHaveLength(402);
  expect(viewerLines('a\r\nb\rc\nd')).toEqual(['a', 'b', 'c', 'd']);
});
