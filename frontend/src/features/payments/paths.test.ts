/** What is asked of the payments of one journal. */
import { expect, test } from 'vitest';
import { readFilter } from '@/kernel/urlState';
import { PAYMENT_KEYS, paymentFilter, toServerFilter } from './paths';

const asked = (address: string) =>
  toServerFilter(readFilter(paymentFilter, new URLSearchParams(address)), 'c1');

test.each([
  ['', { correlationId: 'c1' }],
  ['payment-state=REJECTED', { correlationId: 'c1', progress: ['REJECTED'] }],
  ['payment-state=HELD', { correlationId: 'c1', isHeld: true }],
  [
    'payment-state=UNHEARD&payment-q=rent&payment-label=l1&payment-label=l2',
    { correlationId: 'c1', text: 'rent', labelIds: ['l1', 'l2'] },
  ],
  ['q=of+the+journals&state=SENT', { correlationId: 'c1' }],
])('the address %j asks for payments of this journal alone: %j', (address, filter) => {
  expect(asked(address)).toEqual(filter);
});

test('all keys of the list leave with its journal', () => {
  expect(
    Object.keys(paymentFilter).filter((key) => !(PAYMENT_KEYS as readonly string[]).includes(key)),
  ).toEqual([]);
});
