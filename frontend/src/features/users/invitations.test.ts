// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { isMail, readInvitees } from './invitations';

const mails = (text: string) => readInvitees(text).map(({ email }) => email);

describe('who is to be invited', () => {
  test.each([
    ['one per line', 'a@x.dk\nb@x.dk'],
    ['separated by commas', 'a@x.dk,b@x.dk'],
    ['separated by semicolons, as a mail program copies them', 'a@x.dk; b@x.dk;'],
    ['with empty lines and blanks', '\n  a@x.dk \n\n b@x.dk\r\n'],
  ])('is read %s', (_, text) => {
    expect(mails(text)).toEqual(['a@x.dk', 'b@x.dk']);
  });

  test('is nobody where nothing was typed', () => {
    expect(readInvitees(' \n, ;')).toEqual([]);
  });

  test('brings names along, also turned around and in quotes', () => {
    expect(readInvitees('Anna Maria Berg <Anna@X.dk>, "Lund, Bo" <bo@x.dk>')).toMatchObject([
      { email: 'anna@x.dk', givenName: 'Anna Maria', familyName: 'Berg', flaw: null },
      { email: 'bo@x.dk', givenName: 'Bo', familyName: 'Lund', flaw: null },
    ]);
  });

  test.each([
    ['anna.berg@x.dk', 'Anna', 'Berg'],
    ['anna_maria-berg+work@x.dk', 'Anna Maria', 'Berg'],
    ['erik@x.dk', 'Erik', ''],
    ['p40213@x.dk', '', ''],
  ])('a name is guessed from %s, and only from words', (mail, givenName, familyName) => {
    expect(readInvitees(mail)[0]).toMatchObject({ givenName, familyName });
  });

  test('a second mention is a duplicate, whatever its case', () => {
    expect(readInvitees('a@x.dk\nA@X.dk').map(({ flaw }) => flaw)).toEqual([null, 'duplicate']);
  });

  test('what is no address is told and kept, never dropped', () => {
    expect(readInvitees('a@x.dk, not a mail, b@@x.dk, c@x')).toMatchObject([
      { flaw: null },
      { typed: 'not a mail', flaw: 'malformed' },
      { typed: 'b@@x.dk', flaw: 'malformed' },
      { typed: 'c@x', flaw: 'malformed' },
    ]);
  });
});

test.each(['a@x.dk', "o'brien@mail.example.com", 'a+b@x-y.dk'])('%s is an address', (mail) =>
  expect(isMail(mail)).toBe(true),
);
test.each([
  '',
  'a@',
  '@x.dk',
  'a b@x.dk',
  'a@x',
  'a@-x.dk',
  'a@x.dk\nBcc: b@x.dk',
  `${'a'.repeat(250)}@x.dk`,
])('%j is none', (mail) => expect(isMail(mail)).toBe(false));
