// @vitest-environment node
import { expect, test } from 'vitest';
import { laidOut, linesOf, realBreaks, unfolded } from './text';

test('escaped line breaks become real ones', () => {
  expect(realBreaks('a\\nb\\r\\nc\r\nd&#10;e')).toBe('a\nb\nc\nd\ne');
});

test('XML gets a line for each element, values stay beside their names', () => {
  expect(laidOut('<?xml version="1.0"?><a x="1"><b>1</b><c/><d><e>two</e></d></a>')).toBe(
    '<?xml version="1.0"?>\n<a x="1">\n  <b>1</b>\n  <c/>\n  <d>\n    <e>two</e>\n  </d>\n</a>',
  );
});

test('JSON gets a line for each part and keeps its numbers to the last digit', () => {
  expect(laidOut('{"a": 12345678901234567890.10, "b": [], "c": {"d": "x\\ny"}}')).toBe(
    '{\n  "a": 12345678901234567890.10,\n  "b": [],\n  "c": {\n    "d": "x\ny"\n  }\n}',
  );
});

test('what is neither, or broken, stays as it is', () => {
  expect(laidOut('{"a": ')).toBe('{"a": ');
  expect(laidOut('To: x\n\nhello')).toBe('To: x\n\nhello');
  expect(laidOut('<a><b>1')).toContain('<b>1');
});

test('a line folds what stands deeper below it', () => {
  const lines = linesOf(laidOut('<a><b><c>1</c></b><d>2</d></a>'));
  expect(lines.map(({ inside }) => inside)).toEqual([4, 1, 0, 0, 0, 0]);
  expect(unfolded(lines, new Set([2])).map(({ text }) => text.trim())).toEqual([
    '<a>',
    '<b>',
    '</b>',
    '<d>2</d>',
    '</a>',
  ]);
});
