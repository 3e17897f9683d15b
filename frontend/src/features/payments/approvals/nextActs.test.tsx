/** What a journal's next step leads to is there only for whom it is open. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { approval } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { ApprovalAct, LiftAct } from '../NextActs';
import { ApprovalPanel } from './ApprovalPanel';

const shut = {
  canApprove: false,
  canReject: false,
  canUndo: false,
  canSign: false,
  canReopen: false,
};
const hold = {
  paymentId: 'p1',
  rule: 'Large sums',
  version: 2,
  since: '2026-11-19T08:00:00Z',
  said: null,
};

async function led(changes: object, journal: object = {}) {
  bend({
    journal: () => ({
      ...journals[2],
      heldBack: null,
      approval: approval({ ...shut, ...changes }),
      ...journal,
    }),
  });
  show(
    <>
      <ApprovalAct act="approve" correlationId="c3" />
      <ApprovalAct act="sign" correlationId="c3" />
      <LiftAct correlationId="c3" />
      <ApprovalPanel correlationId="c3" />
    </>,
  );
  await screen.findByRole('region', { name: 'Approval' });
  return screen
    .queryAllByRole('button', { name: /^Review and / })
    .map(({ textContent }) => textContent);
}

test.each<[object, object, string[]]>([
  [{}, {}, []],
  [{ canApprove: true }, {}, ['Review and approve']],
  [{ canSign: true }, {}, ['Review and sign']],
  [{ canReject: true, canUndo: true, canReopen: true }, {}, []],
  [{}, { holds: [hold], liftObstacle: null }, ['Review and release']],
  [
    {},
    {
      holds: [hold],
      liftObstacle: { code: 'rules.own_upload', message: 'You handed these payments in' },
    },
    [],
  ],
  [{}, { holds: [], liftObstacle: null }, []],
])('with %j and %j it leads to %j', async (changes, journal, ways) => {
  expect(await led(changes, journal)).toEqual(ways);
});
