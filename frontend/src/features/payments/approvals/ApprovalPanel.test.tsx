import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prefer } from '@/kernel/preferences';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { approval } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { ApprovalPanel } from './ApprovalPanel';

const given = (changes: Record<string, unknown> = {}, journal: object = {}) =>
  bend({
    journal: () => ({
      ...journals.find((row) => row['correlationId'] === 'c3'),
      heldBack: null,
      approval: approval(changes),
      ...journal,
    }),
  });
const panel = () => screen.findByRole('region', { name: 'Approval' });

test('what calls for a look stands first, then who has approved and what is missing', async () => {
  given();
  show(<ApprovalPanel correlationId="c3" />);
  const found = await panel();
  const warnings = within(found).getByRole('table', { name: 'Warnings on 1 payment' });
  expect(warnings).toHaveTextContent('Known payee, new account');
  expect(within(warnings).getByRole('link', { name: 'View the earlier journal' })).toHaveAttribute(
    'href',
    '/journals/c1',
  );
  expect(found).toHaveTextContent('1 of 2 approvals');
  expect(within(found).getByRole('list', { name: 'Approvals' })).toHaveTextContent(
    'Bo Lind on behalf of Alba Holm',
  );
  expect(found).toHaveTextContent('Any payment approver – missing');
  expect(within(found).getByText('abcdef012345')).toBeVisible();
});

test('an approval that is due a reason is not sent without one, and names what was seen', async () => {
  const sent: unknown[] = [];
  given();
  bend({
    approveJournal: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: 'c3' };
    },
  });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(within(await panel()).getByRole('button', { name: 'Approve' }));
  const dialog = screen.getByRole('dialog', { name: 'Approve these payments?' });
  await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a reason');
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Called them');
  await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { correlationId: 'c3', sha256: 'abcdef0123456789', reason: 'Called them' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal stays in sight, in the reader’s language', async () => {
  prefer({ language: 'da' });
  given({ flags: 0, warnings: [] });
  bend({
    approveJournal: () => ({
      __typename: 'Problem',
      code: 'approvals.own_upload',
      message: 'You handed these payments in',
    }),
  });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(
    within(await screen.findByRole('region', { name: 'Godkendelse' })).getByRole('button', {
      name: 'Godkend',
    }),
  );
  const dialog = screen.getByRole('dialog', { name: 'Godkend disse betalinger?' });
  await person.click(within(dialog).getByRole('button', { name: 'Godkend' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/Du har selv/);
  prefer({ language: 'en' });
});

test('whoever may do nothing reads why', async () => {
  given({
    canApprove: false,
    canReject: false,
    why: [
      {
        act: 'APPROVE',
        code: 'approvals.not_your_turn',
        message: 'The rules ask for somebody else',
      },
    ],
  });
  show(<ApprovalPanel correlationId="c3" />);
  expect(within(await panel()).getByRole('note')).toHaveTextContent(
    'The rules ask for somebody else',
  );
  expect(within(await panel()).queryByRole('button')).toBeNull();
});

test('what was not approved in time says what to do', async () => {
  given({ state: 'EXPIRED', expiry: 'EXECUTION_DATE_PASSED', canApprove: false, canReject: false });
  show(<ApprovalPanel correlationId="c3" />);
  expect(await panel()).toHaveTextContent('Upload a new file with a later date');
});

test('everybody behind the file is named once, with what they did', async () => {
  const at = '2026-11-20T08:00:00Z';
  given({
    behind: [
      { part: 'ADDRESS', person: 'Mia Manager', at, isOwn: true, hasAccount: true },
      { part: 'MAPPED', person: 'Mia Manager', at, isOwn: true, hasAccount: true },
      { part: 'ERP_AUTHOR', person: 'Rosa', at, isOwn: false, hasAccount: false },
    ],
  });
  show(<ApprovalPanel correlationId="c3" />);
  const people = within(await panel()).getByRole('list', { name: 'Prepared by' });
  const [mia, rosa, ...others] = within(people).getAllByRole('listitem');
  expect(mia).toHaveTextContent('Mia Manager (you)Set the ERP address · Mapped the payment method');
  expect(rosa).toHaveTextContent('Rosa (named by the ERP)Entered in the ERP');
  expect(others).toEqual([]);
});
