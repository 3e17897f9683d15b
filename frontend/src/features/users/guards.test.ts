import { describe, expect, test } from 'vitest';
import { closedBecause, verbsFor, type Reason, type Verb } from './guards';
import { conflictsOf, roleChange, spoken } from './roles';

const person = { state: 'ACTIVE', isSelf: false, hasSecondFactor: true, hasMailFailed: false } as const;
const calm = { down: false, lastManager: false, aloneHere: false };

describe('the verbs over a person', () => {
  test('fit the state', () => {
    expect(verbsFor({ ...person, state: 'INVITED' })).toEqual(['resend', 'password', 'revoke', 'disable']);
    expect(verbsFor({ ...person, state: 'LOCKED' })[0]).toBe('unlock');
    expect(verbsFor(person)).not.toContain('enable');
    expect(verbsFor({ ...person, state: 'DISABLED' })).toEqual(['enable', 'secondFactor']);
  });

  test.each<[string, Verb, object, object, Reason | null]>([
    ['everything is closed while the provider is silent', 'edit', {}, { down: true }, 'reasonDown'],
    ['nobody changes their own roles', 'roles', { isSelf: true }, {}, 'reasonOwnRights'],
    ['nobody disables themselves', 'disable', { isSelf: true }, {}, 'reasonOwnAccount'],
    ['nobody takes their own second factor', 'secondFactor', { isSelf: true }, {}, 'reasonOwnAccount'],
    ['one may sign oneself out', 'signOut', { isSelf: true }, {}, null],
    ['the last account manager stays', 'disable', {}, { lastManager: true }, 'reasonLastManager'],
    ['what is not there is not reset', 'secondFactor', { hasSecondFactor: false }, {}, 'reasonNoSecondFactor'],
    ['a password is told only where mail fails', 'password', {}, {}, 'reasonMailWorks'],
    ['and then it is', 'password', { hasMailFailed: true }, {}, null],
    ['everybody else is open', 'disable', {}, {}, null],
  ])('%s', (_, verb, who, when, reason) => {
    expect(closedBecause(verb, { ...person, ...who }, { ...calm, ...when })).toBe(reason);
  });
});

describe('roles', () => {
  test('conflict only where one person has both duties', () => {
    expect(conflictsOf(['UPLOAD', 'BILLING'])).toEqual([]);
    expect(conflictsOf(['UPLOAD', 'PAYMENT_APPROVER', 'ACCOUNT_MANAGEMENT'])).toEqual(['UPLOAD_AND_APPROVE', 'MANAGE_AND_APPROVE']);
  });

  test('only what differs is given and taken', () => {
    expect(roleChange(['UPLOAD', 'LOGS'], ['LOGS', 'DEBUG'])).toEqual({ give: ['DEBUG'], take: ['UPLOAD'] });
    expect(roleChange(['UPLOAD'], ['UPLOAD'])).toEqual({ give: [], take: [] });
  });

  test('seeing is told first', () => {
    expect(spoken(['cancel', 'create', 'read', 'undo', 'novel'])).toEqual(['read', 'create', 'cancel', 'undo', 'novel']);
  });
});
