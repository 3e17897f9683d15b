import { expect, test } from 'vitest';
import { entryAt, searchMenu, type MenuGroup } from './menu';

const MENU: readonly MenuGroup[] = [
  {
    label: 'General',
    entries: [
      { label: 'All journals', icon: 'book', to: '/', covers: ['/journals/:correlationId'] },
      { label: 'Statement transactions', icon: 'list', to: '/journals/statements' },
    ],
  },
  {
    label: 'Brugeradministration',
    separated: true,
    entries: [{ label: 'Mennesker', icon: 'users', to: '/users', items: [{ label: 'Ændringer', icon: 'history', to: '/users?tab=history' }, { label: 'Requests', icon: 'inbox', to: '/users?tab=requests' }] }],
  },
];

test.each([
  ['/', '', '/'],
  ['/', '?journal=7', '/'],
  ['/journals/abc', '', '/'],
  ['/journals/statements', '?account=1', '/journals/statements'],
  ['/users', '', '/users'],
  ['/users', '?tab=people', '/users'],
  ['/users', '?tab=history&page=2', '/users?tab=history'],
  ['/nowhere', '', null],
])('%s%s belongs to %j', (pathname, search, entry) => {
  expect(entryAt(MENU, { pathname, search })).toBe(entry);
});

const found = (sought: string) => searchMenu(MENU, sought).flatMap(({ entries }) => entries.map(({ label }) => label));

test('the search reads groups and nested entries, without marks over letters and in any order', () => {
  expect(found('journals all')).toEqual(['All journals']);
  expect(found('ændr')).toEqual(['Ændringer']);
  expect(found('GENERAL')).toEqual(['All journals', 'Statement transactions']);
  expect(found('mennesker requests')).toEqual(['Requests']);
  expect(found('zzz')).toEqual([]);
  expect(searchMenu(MENU, '  ')).toBe(MENU);
});
