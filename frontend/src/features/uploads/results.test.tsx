import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { uploads } from '@/testing/world/records';
import { isAllNew } from './states';
import { UploadScreen } from './UploadScreen';

const NOTHING = {
  statements: 1,
  read: 4,
  new: 4,
  known: 0,
  confirmed: 0,
  replaced: 0,
  possibleDuplicates: 0,
  disputed: 0,
  payments: 0,
  statuses: 0,
};
const file = uploads.find(({ id }) => id === 'u2') as Record<string, unknown>;
const importedWith = (counts: object, more: object = {}) =>
  bend({ uploads: () => connection([{ ...file, counts: { ...NOTHING, ...counts }, ...more }]) });
const result = () => screen.findByRole('list', { name: `Result of ${String(file['name'])}` });

test('“Imported” stands alone where everything was new', async () => {
  importedWith({});
  show(<UploadScreen kind="STATEMENT" />);
  expect(await screen.findByText('Imported')).toBeInTheDocument();
  expect(screen.getByText('1 statement, 4 new entries')).toBeInTheDocument();
  expect(screen.queryByRole('list', { name: /^Result of/ })).toBeNull();
});

test('else every figure that is not zero stands beside it, and leads to where it can be seen', async () => {
  importedWith({
    read: 1204,
    new: 1200,
    known: 2,
    confirmed: 1,
    replaced: 3,
    possibleDuplicates: 1,
    disputed: 1,
  });
  show(<UploadScreen kind="STATEMENT" />);
  const links = within(await result()).getAllByRole('link');
  const days = `from=${String(file['fromDate'])}&to=${String(file['toDate'])}`;
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1,200 new', `/journals/statements?${days}`],
    ['2 already known', '/journals/c1?tab=statement'],
    ['1 confirmed', `/journals/statements?${days}`],
    ['3 replaced', '/journals/c1?tab=statement'],
    ['1 possible duplicate', '/journals/statements?view=duplicates'],
    ['1 disputed statement', '/journals/statements?view=duplicates&part=disputed'],
  ]);
  expect(screen.getByText('1 statement, 1,204 entries read')).toBeInTheDocument();
});

test('the panel of a file says what each figure means', async () => {
  importedWith({ new: 1, known: 3, replaced: 1 });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('link', { name: String(file['name']) }));
  const panel = within(await screen.findByRole('dialog', { name: 'Upload' })).getByRole('region', {
    name: 'Result',
  });
  expect(
    within(panel)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 new', '3 already known', '1 replaced']);
  expect(panel).toHaveTextContent(
    'Entries of an earlier version of a statement that no longer count.',
  );
});

test('in Danish the figures are Danish', async () => {
  preferLanguage('da');
  importedWith({ new: 1, known: 2, confirmed: 1, replaced: 2, possibleDuplicates: 2, disputed: 2 });
  show(<UploadScreen kind="STATEMENT" />);
  const list = await screen.findByRole('list', { name: `Resultat af ${String(file['name'])}` });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 ny',
    '2 allerede kendte',
    '1 bekræftet',
    '2 erstattede',
    '2 mulige dubletter',
    '2 modstridende kontoudtog',
  ]);
});

test.each(['known', 'confirmed', 'replaced', 'possibleDuplicates', 'disputed'])(
  'an import with something %s is not all new',
  (figure) => {
    expect(isAllNew({ ...NOTHING, [figure]: 1 })).toBe(false);
    expect(isAllNew(NOTHING)).toBe(true);
  },
);
