// @vitest-environment node
import { expect, test } from 'vitest';
import { jumpOf } from './jumps';

type Asked = Parameters<typeof jumpOf>[0];
const result = (more: object = {}) =>
  ({ outcome: 'FAILED', remedy: { en: 'Do', da: 'Gør' }, field: null, ...more }) as Asked['result'];

test.each<[string, Asked['section'], Asked['result'], readonly [string, string] | null]>([
  [
    'sign_in',
    'CONNECTION',
    result({ field: 'key' }),
    ['toField', '/erp/configuration?section=connection&setting=key'],
  ],
  ['sample', 'POSTING', result(), ['toSection', '/erp/configuration?section=posting']],
  ['accounts', 'ACCOUNTS', result({ outcome: 'WARNING' }), ['toBanks', '/bank']],
  ['accounts', 'ACCOUNTS', result(), ['toSection', '/erp/configuration?section=accounts']],
  ['methods_mapped', 'POSTING', result(), ['toMapping', '/erp/payment-method-mapping']],
  ['clock', 'CONNECTION', result({ remedy: null }), null],
  ['clock', 'CONNECTION', null, null],
])('trouble of %s in %s is mended where it arises', (name, section, found, goal) => {
  expect(jumpOf({ name, section, result: found })).toEqual(goal);
});
