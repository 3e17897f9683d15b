import { expect, test } from 'vitest';
import { currentLabels } from '@/kernel/i18n';
import { labels } from './labels';
import { entryAt, menuFor, searchMenu, type MenuGroup } from './menu';

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
    entries: [
      {
        label: 'Mennesker',
        icon: 'users',
        to: '/users',
        items: [
          { label: 'Ændringer', icon: 'history', to: '/users?tab=history' },
          { label: 'Requests', icon: 'inbox', to: '/users?tab=requests' },
        ],
      },
    ],
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

const found = (sought: string) =>
  searchMenu(MENU, sought).flatMap(({ entries }) => entries.map(({ label }) => label));

test('the search reads groups and nested entries, without marks over letters and in any order', () => {
  expect(found('journals all')).toEqual(['All journals']);
  expect(found('ændr')).toEqual(['Ændringer']);
  expect(found('GENERAL')).toEqual(['All journals', 'Statement transactions']);
  expect(found('mennesker requests')).toEqual(['Requests']);
  expect(found('zzz')).toEqual([]);
  expect(searchMenu(MENU, '  ')).toBe(MENU);
});

test('the audit trail is an entry of its own for whoever may read it, and for nobody else', () => {
  const entries = (...verbs: string[]) =>
    menuFor({ verbs: new Set(verbs), online: true }, currentLabels(labels)).flatMap((group) =>
      group.entries.map(({ to }) => to),
    );
  expect(entries('audit.read')).toContain('/audit');
  expect(entries('users.read', 'users.review')).not.toContain('/audit');
});
