import { describe, expect, test } from 'vitest';
import { NEEDS, closedBecause, verbsFor, type Reason, type Verb } from './guards';
import { readFilter } from '@/kernel/urlState';
import { toServerFilter, userFilter } from './paths';
import { REFUSABLE, conflictsOf, roleChange, spoken, waitsForSecond } from './roles';

const person = {
  state: 'ACTIVE',
  isSelf: false,
  hasSecondFactor: true,
  hasMailFailed: false,
} as const;
const calm = { down: false, lastManager: false, aloneHere: false };

describe('the verbs over a person', () => {
  test('fit the state', () => {
    expect(verbsFor({ ...person, state: 'INVITED' })).toEqual([
      'resend',
      'password',
      'revoke',
      'disable',
    ]);
    expect(verbsFor({ ...person, state: 'LOCKED' })).toEqual([
      'unlock',
      'reset',
      'ask',
      'secondFactor',
      'signOut',
      'disable',
    ]);
    expect(verbsFor(person)).toEqual(['reset', 'ask', 'secondFactor', 'signOut', 'disable']);
    expect(verbsFor({ ...person, state: 'DISABLED' })).toEqual(['enable', 'secondFactor']);
  });

  test('need each its own permission', () => {
    expect(NEEDS).toEqual({
      edit: 'users.change',
      roles: 'users.roles',
      resend: 'users.invite',
      password: 'users.invite',
      revoke: 'users.invite',
      ask: 'users.change',
      reset: 'users.change',
      secondFactor: 'users.change',
      unlock: 'users.unlock',
      disable: 'users.disable',
      enable: 'users.disable',
      signOut: 'users.sessions',
    });
  });

  test.each<[string, Verb, object, object, Reason | null]>([
    ['everything is closed while the provider is silent', 'edit', {}, { down: true }, 'reasonDown'],
    ['nobody changes their own roles', 'roles', { isSelf: true }, {}, 'reasonOwnRights'],
    ['nobody disables themselves', 'disable', { isSelf: true }, {}, 'reasonOwnAccount'],
    [
      'nobody takes their own second factor',
      'secondFactor',
      { isSelf: true },
      {},
      'reasonOwnAccount',
    ],
    ['one may sign oneself out', 'signOut', { isSelf: true }, {}, null],
    ['the last account manager stays', 'disable', {}, { lastManager: true }, 'reasonLastManager'],
    [
      'what is not there is not reset',
      'secondFactor',
      { hasSecondFactor: false },
      {},
      'reasonNoSecondFactor',
    ],
    ['a password is told only where mail fails', 'password', {}, {}, 'reasonMailWorks'],
    ['and then it is', 'password', { hasMailFailed: true }, {}, null],
    ['everybody else is open', 'disable', {}, {}, null],
    ['and their roles too', 'roles', {}, {}, null],
    ['the last manager may be asked to do things', 'ask', {}, { lastManager: true }, null],
    ['one may change one’s own names', 'edit', { isSelf: true }, {}, null],
    [
      'silence is told before any other reason',
      'roles',
      { isSelf: true },
      { down: true },
      'reasonDown',
    ],
    ['silence closes even signing out', 'signOut', {}, { down: true }, 'reasonDown'],
    ['somebody else’s second factor is open where there is one', 'secondFactor', {}, {}, null],
  ])('%s', (_, verb, who, when, reason) => {
    expect(closedBecause(verb, { ...person, ...who }, { ...calm, ...when })).toBe(reason);
  });
});

describe('roles', () => {
  test('conflict only where one person has both duties', () => {
    expect(conflictsOf(['UPLOAD', 'BILLING'])).toEqual([]);
    expect(conflictsOf(['UPLOAD', 'PAYMENT_APPROVER', 'ACCOUNT_MANAGEMENT'])).toEqual([
      'UPLOAD_AND_APPROVE',
      'MANAGE_AND_APPROVE',
    ]);
  });

  test('of managing and approving is a conflict too, and of either alone none', () => {
    expect(conflictsOf(['PAYMENT_APPROVER', 'ACCOUNT_MANAGEMENT'])).toEqual(['MANAGE_AND_APPROVE']);
    expect([
      conflictsOf(['UPLOAD']),
      conflictsOf(['PAYMENT_APPROVER', 'LOGS']),
      conflictsOf(['UPLOAD', 'ACCOUNT_MANAGEMENT']),
    ]).toEqual([[], [], []]);
    expect(REFUSABLE).toBe('UPLOAD_AND_APPROVE');
  });

  test.each([
    ['PAYMENT_APPROVER', false, true],
    ['PAYMENT_APPROVER', true, true],
    ['ACCOUNT_MANAGEMENT', false, true],
    ['ACCOUNT_MANAGEMENT', true, false],
    ['UPLOAD', false, false],
    ['UPLOAD', true, false],
    ['BILLING', false, false],
    ['LOGS', false, false],
    ['DEBUG', false, false],
  ] as const)(
    'the role %s, alone here: %s, waits for a second person: %s',
    (role, aloneHere, waits) => {
      expect(waitsForSecond(role, aloneHere)).toBe(waits);
    },
  );

  test('only what differs is given and taken', () => {
    expect(roleChange(['UPLOAD', 'LOGS'], ['LOGS', 'DEBUG'])).toEqual({
      give: ['DEBUG'],
      take: ['UPLOAD'],
    });
    expect(roleChange(['UPLOAD'], ['UPLOAD'])).toEqual({ give: [], take: [] });
  });

  test('seeing is told first', () => {
    expect(spoken(['cancel', 'create', 'read', 'undo', 'novel'])).toEqual([
      'read',
      'create',
      'cancel',
      'undo',
      'novel',
    ]);
  });
});

test('people are asked for as the address says, and all of them where it says nothing', () => {
  const filterOf = (address: string) =>
    toServerFilter(readFilter(userFilter, new URLSearchParams(address)));
  expect(filterOf('')).toEqual({});
  expect(
    filterOf('q=anna&role=UPLOAD&state=LOCKED&inactive=yes&unprotected=yes&conflict=yes'),
  ).toEqual({
    search: 'anna',
    roles: ['UPLOAD'],
    states: ['LOCKED'],
    inactiveDays: 90,
    secondFactor: false,
    conflict: true,
  });
  expect(filterOf('inactive=no&unprotected=no&conflict=no')).toEqual({});
});
