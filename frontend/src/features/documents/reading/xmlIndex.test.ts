// @vitest-environment node
import { expect, test } from 'vitest';
import { ROOT, XmlIndex } from './xmlIndex';

const names = (index: XmlIndex, parent = ROOT) =>
  index.children(parent, 0, 99).map(({ name }) => name);

test('elements stand under each other as they are written', () => {
  const index = new XmlIndex(
    '<?xml version="1.0"?>\n<a:Document xmlns:a="x">\n<!-- <no/> --><Hdr><Id>1 &amp; 2</Id></Hdr>\n<Amt Ccy="D>K">10</Amt><Empty/></a:Document>',
  );
  expect(index.lineCount).toBe(4);
  expect(names(index)).toEqual(['Document']);
  expect(names(index, 0)).toEqual(['Hdr', 'Amt', 'Empty']);
  const [header, amount, empty] = index.children(0, 0, 9);
  expect(header).toMatchObject({ line: 2, children: 1, text: '' });
  expect(index.children(header?.id ?? 0, 0, 9)).toMatchObject([
    { name: 'Id', text: '1 & 2', children: 0 },
  ]);
  expect(amount).toMatchObject({
    text: '10',
    attributes: [{ name: 'Ccy', value: 'D>K' }],
    line: 3,
  });
  expect(empty).toMatchObject({ text: '', children: 0 });
  expect(index.children(0, 1, 1)).toMatchObject([{ name: 'Amt' }]);
});

test('one endless line of XML is cut at its elements; other files keep their lines', () => {
  const index = new XmlIndex(`<a>${'<b>1</b>'.repeat(400)}</a>`);
  expect(index.lineCount).toBe(402);
  expect(index.children(0, 399, 5)).toMatchObject([{ name: 'b', line: 400 }]);
  const plain = new XmlIndex('a\r\nb\rc\nd');
  expect(plain.lines(0, 9)).toEqual(['a', 'b', 'c', 'd']);
  expect([plain.isXml, plain.elementCount]).toEqual([false, 0]);
});

test('every place of a word is found, whatever the case, in reading order', () => {
  const index = new XmlIndex('Amt amt\n\nx AMT');
  expect(index.find('amt')).toEqual([
    { line: 0, start: 0 },
    { line: 0, start: 4 },
    { line: 2, start: 2 },
  ]);
  expect(index.find('')).toEqual([]);
});

test('a file that is cut short, or no XML at all behind its first sign, still shows what came', () => {
  const cut = new XmlIndex('<a><b>1</b><c><d');
  expect(names(cut)).toEqual(['a']);
  expect(names(cut, 0)).toEqual(['b', 'c']);
  for (const odd of ['<', '<>', '</a>', '<a', '<!--', '<![CDATA[', '<a b="', ''])
    expect(() => new XmlIndex(odd).children(ROOT, 0, 9)).not.toThrow();
});

test('text in CDATA, numbered signs and unknown names are shown as they are meant', () => {
  const index = new XmlIndex('<a><b><![CDATA[x < y]]></b><c>&#230;&#xF8;&huh;</c></a>');
  expect(index.children(0, 0, 9).map(({ text }) => text)).toEqual(['x < y', 'æø&huh;']);
});

test('a hundred thousand elements are cut and walked at once', () => {
  const index = new XmlIndex(`<a>${'<b><c>1</c></b>\n'.repeat(50_000)}</a>`);
  expect([index.elementCount, index.countOf(0)]).toEqual([100_001, 50_000]);
  expect(index.children(0, 49_999, 9)).toMatchObject([{ name: 'b', line: 49_999 }]);
});
