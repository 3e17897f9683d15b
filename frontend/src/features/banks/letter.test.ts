import { describe, expect, it } from 'vitest';
import { fits, isAccount, readAccounts } from './letter';

describe('numbers of the letter', () => {
  const sender = { name: 'senderId', pattern: '\\d{10,11}', longest: 11, keepsBlanks: false };

  it('takes a number with blanks, and no other length', () => {
    expect(fits(sender, '104 2883 6015')).toBe(true);
    expect(fits(sender, '10428836')).toBe(false);
    expect(fits(sender, '104288360156')).toBe(false);
    expect(fits(sender, '')).toBe(false);
  });

  it('keeps the blanks of a name, which are part of it', () => {
    const name = { name: 'name', pattern: '[^/]{2,70}', longest: 70, keepsBlanks: true };
    expect(fits(name, '  Havnens Handel ApS ')).toBe(true);
    expect(fits(name, 'Havnens/Handel')).toBe(false);
  });
});

describe('accounts', () => {
  it('knows an IBAN by its check digits, and a domestic number', () => {
    expect(isAccount('DK6129990004281101')).toBe(true);
    expect(isAccount('DK6229990004281101')).toBe(false);
    expect(isAccount('29990004281101')).toBe(true);
    expect(isAccount('12')).toBe(false);
    const [shortest, longest] = ['12345', '1'.repeat(34)];
    expect([shortest, longest, shortest.slice(1), `${longest}1`, ''].map(isAccount)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(
      [
        'DE89370400440532013000',
        'DE89370400440532013001',
        'NO9386011117947',
        'NO93860111179470',
        'SE4550000000058398257466',
        'DK612999000428110',
        'DK61-9990004281101',
      ].map(isAccount),
    ).toEqual([true, false, true, false, true, false, false]);
  });

  it('reads a number and its name from each line', () => {
    expect(readAccounts('DK61 2999 0004 2811 01 Drift\n\n2999-0004281101\nhello')).toEqual([
      {
        line: 'DK61 2999 0004 2811 01 Drift',
        account: { number: 'DK6129990004281101', name: 'Drift' },
      },
      { line: '2999-0004281101', account: { number: '29990004281101', name: null } },
      { line: 'hello', account: null },
    ]);
  });
});
