/** How a payment stands, as its line tells it. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PaymentRowFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { show } from '@/testing/render';
import { payments } from '@/testing/world/records';
import { paymentColumns } from './columns';
import { labels } from './labels';

const state = paymentColumns(wordsOf(labels, 'en')).find(({ key }) => key === 'state');
const line = (changes: object) =>
  show(
    <div data-testid="state">
      {state?.cell({
        ...payments[5],
        transactionId: null,
        ...changes,
      } as unknown as PaymentRowFragment)}
    </div>,
  );
const told = () => screen.getByTestId('state').textContent;
const holds = [{ rule: 'Large sums', version: 2, since: '2026-11-19T08:00:00Z' }];

test('what rules hold back is told as held until a bank has spoken of it', () => {
  line({ state: 'RECEIVED', holds });
  expect(told()).toContain('Held back');
  expect(told()).toContain('Large sums');
});

test.each(['ACCEPTED', 'BOOKED', 'REJECTED', 'CANCELLED'])(
  'a payment that is %s is not told as held',
  (now) => {
    line({ state: now, holds });
    expect(told()).not.toContain('Held back');
  },
);

test('a payment that no rule holds is not told as held', () => {
  line({ state: 'RECEIVED', holds: [] });
  expect(told()).not.toContain('Held back');
});
