import { expect, test } from 'vitest';
import type { ApproverLineFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { approverLabels, approversOf, outstanding } from './approvers';

const words = wordsOf(approverLabels, 'en');
const approval = (given: Partial<ApproverLineFragment>): ApproverLineFragment => ({
  state: 'OPEN',
  flags: 0,
  rejectedBy: null,
  remaining: 1,
  awaited: [],
  approvals: [],
  ...given,
});

test('whoever approved is named, and in whose place', () => {
  const given = approval({
    approvals: [
      { person: 'Anna Lund', forPerson: null },
      { person: 'Bo Dahl', forPerson: 'Ida Krog' },
    ],
  });
  expect(approversOf(given, words)).toBe('Anna Lund, Bo Dahl for Ida Krog');
});

test('people a rule names are awaited by name, others by number', () => {
  expect(outstanding(approval({}), words)).toBe('Awaits 1 approval');
  expect(outstanding(approval({ remaining: 2 }), words)).toBe('Awaits 2 approvals');
  expect(outstanding(approval({ remaining: 2, awaited: ['Anna Lund', 'Bo Dahl'] }), words)).toBe(
    'Awaits Anna Lund and Bo Dahl',
  );
});

test('what waits for nobody says how it ended', () => {
  expect(outstanding(approval({ state: 'APPROVED', remaining: 0 }), words)).toBeNull();
  expect(outstanding(approval({ state: 'RELEASED', remaining: 0 }), words)).toBeNull();
  expect(outstanding(approval({ state: 'REJECTED', rejectedBy: 'Anna Lund' }), words)).toBe(
    'Rejected by Anna Lund',
  );
  expect(outstanding(approval({ state: 'EXPIRED' }), words)).toBe('Not approved in time');
});
