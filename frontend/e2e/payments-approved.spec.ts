/** Payments wait for a second person: read, approved, taken back, rejected, in bulk, signed; and who may not. */
import { inMinutes, mailsTo } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import { daysAgo, freshNumber, type BankFile } from './files';
import { expect, test } from './fixtures';
import { fits } from './fits';
import { Approvals } from './pages/Approvals';

test.describe.configure({ mode: 'serial' });

const ours = ibanOf(`2999${freshNumber()}`);
const first = freshNumber();
const [second, third, fourth] = [`${first}2`, `${first}3`, `${first}4`];

/** A Danish IBAN of this account number, with its check digits (ISO 7064). */
function ibanOf(account: string): string {
  const rest = Number(BigInt(`${account}132000`) % 97n);
  return `DK${String(98 - rest).padStart(2, '0')}${account}`;
}

/** Payments to be executed in three days: one of its own amount, or one to each of these payees. */
function payment(
  number: string,
  amount: string,
  payees: readonly (readonly [string, string])[] = [[`Bureau ${number}`, amount]],
): BankFile {
  const day = daysAgo(-3);
  const cents = payees.reduce((sum, [, each]) => sum + BigInt(each.replace('.', '')), 0n);
  const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  const transfers = payees.map(
    ([name, each], at) => `
  <CdtTrfTxInf><PmtId><InstrId>I${number}${at}</InstrId><EndToEndId>E${number}${at}</EndToEndId></PmtId><Amt><InstdAmt Ccy="DKK">${each}</InstdAmt></Amt><CdtrAgt><FinInstnId><BIC>DABADKKK</BIC></FinInstnId></CdtrAgt>
   <Cdtr><Nm>${name}</Nm><PstlAdr><TwnNm>Odense</TwnNm><Ctry>DK</Ctry></PstlAdr></Cdtr><CdtrAcct><Id><IBAN>${ibanOf(`4${at + payees.length}00${number.slice(0, 10)}`)}</IBAN></Id></CdtrAcct>
   <RmtInf><Ustrd>Invoice ${number}${at}</Ustrd></RmtInf></CdtTrfTxInf>`,
  );
  return {
    name: `pay-${number}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
 <GrpHdr><MsgId>M${number}</MsgId><CreDtTm>${daysAgo(0)}T08:00:00</CreDtTm><NbOfTxs>${payees.length}</NbOfTxs><CtrlSum>${total}</CtrlSum><InitgPty><Nm>Nordhavn Handel A/S</Nm></InitgPty></GrpHdr>
 <PmtInf><PmtInfId>B${number}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>${payees.length}</NbOfTxs><CtrlSum>${total}</CtrlSum><ReqdExctnDt>${day}</ReqdExctnDt>
  <Dbtr><Nm>Nordhavn Handel A/S</Nm><PstlAdr><TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr></Dbtr><DbtrAcct><Id><IBAN>${ours}</IBAN></Id><Ccy>DKK</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BIC>NDEADKKK</BIC></FinInstnId></DbtrAgt>${transfers.join('')}
 </PmtInf></CstmrCdtTrfInitn></Document>`),
  };
}

test('what an operator hands in waits for somebody else, who is mailed', async ({
  giroscope,
  uploads,
  page,
}) => {
  const approvals = new Approvals(page);
  await approvals.connectFolder('Havnebanken', ours);
  await giroscope.signOut();
  await giroscope.open('/upload', 'operator');
  await uploads.give(payment(first, '812.40'), payment(second, '1044.00'), payment(third, '73.10'));
  for (const number of [first, second, third]) await uploads.fate(`pay-${number}.xml`, 'Imported');
  await giroscope.go('All journals');
  await expect(page.getByRole('button', { name: 'Pending my approval' })).toHaveCount(0);
  const panel = await approvals.open(`M${first}`);
  await expect(panel.getByText('Pending approval')).toBeVisible();
  await expect(panel.getByText('Havnebanken')).toBeVisible();
  await expect(panel.getByText("You don't have the payment approver role")).toBeVisible();
  await expect(panel.getByRole('button')).toHaveCount(0);
  // What comes one after another is told in one mail, two quiet minutes later.
  await inMinutes(async () =>
    (await mailsTo('approver@example.com')).map(({ text }) => text).join('\n'),
  ).toContain(`pay-${third}.xml`);
});

test('on a telephone nobody approves or signs without the payees in sight, and a changed account takes two', async ({
  giroscope,
  uploads,
  page,
}) => {
  const approvals = new Approvals(page);
  await giroscope.open('/upload', 'operator');
  const day = daysAgo(-3);
  const payees = [
    ['Kystværftet Reparation og Vedligehold A/S', '1250000.00'],
    [`Bureau ${first}`, '44021.50'],
    ['Østbro Papir', '812.00'],
    ['Told og Afgift', '13377.31'],
  ] as const;
  await uploads.give(payment(fourth, '0', payees));
  await uploads.fate(`pay-${fourth}.xml`, 'Imported');
  await giroscope.signOut();

  await page.setViewportSize({ width: 390, height: 844 });
  await giroscope.open('/?view=mine', 'approver');
  const card = approvals.row(`M${fourth}`);
  await expect(card.getByRole('listitem')).toHaveCount(4);
  await expect(card.getByRole('listitem').filter({ hasText: `Bureau ${first}` })).toContainText(
    /44,021\.50 DKK.*Changed beneficiary account/,
  );
  await expect(card.getByRole('listitem').first()).toContainText(
    /Kystværftet Reparation og Vedligehold A\/S.*1,250,000\.00 DKK.*DK/,
  );
  await expect(card.getByText('Copenhagen time')).toBeVisible();
  await fits(page, 'the list of what awaits approval');
  await faultless(page, 'the list of what awaits approval', STRUCTURE);

  await card.getByRole('link', { name: `M${fourth}` }).click();
  const panel = approvals.panel;
  const listed = panel.getByRole('group', { name: 'Payees' });
  await expect(listed.getByRole('listitem')).toHaveCount(4);
  await expect(panel.getByText('4 payments to 4 accounts')).toBeVisible();
  await expect(panel.getByText('Changed beneficiary account: two approvers')).toBeVisible();
  await fits(page, 'the approval panel');
  await faultless(page, 'the approval panel of a telephone', STRUCTURE);

  await panel.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve these payments?' });
  const asked = dialog.getByRole('group', { name: 'Payees' });
  await expect(asked.getByRole('listitem').first()).toBeInViewport();
  await expect(asked).toContainText('Kystværftet Reparation og Vedligehold A/S');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute(
    'aria-required',
    'true',
  );
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a reason');
  await faultless(page, 'the approve dialog of a telephone', STRUCTURE);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called them');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toHaveCount(0);
  // One is not enough for a changed account.
  await expect(panel.getByText('1 of 2 approvals')).toBeVisible();
  await giroscope.visit('/');
  await giroscope.signOut();

  await giroscope.open('/?view=mine');
  await approvals
    .row(`M${fourth}`)
    .getByRole('link', { name: `M${fourth}` })
    .click();
  await panel.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Read the contract');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await panel.getByRole('button', { name: 'Sign and send' }).click();
  const signing = page.getByRole('dialog', { name: 'Sign and send to the bank?' });
  await expect(
    signing.getByRole('group', { name: 'Payees' }).getByRole('listitem').first(),
  ).toBeInViewport();
  await expect(signing.getByText(day.slice(8))).not.toHaveCount(0);
  await signing.getByRole('button', { name: 'Sign and send' }).click();
  await expect(panel.getByText('Signed', { exact: true })).toBeVisible();
});

test('an approver reads, approves, takes it back, rejects and thinks again', async ({
  giroscope,
  page,
}) => {
  const approvals = new Approvals(page);
  await giroscope.open('/', 'approver');
  await page.getByRole('button', { name: /^Pending my approval/ }).click();
  await expect(page).toHaveURL(/view=mine/);
  const panel = await approvals.open(`M${first}`);
  await faultless(page, 'approval panel', STRUCTURE);
  await approvals.act('Approve', 'Approve these payments?');
  await expect(panel.getByText('Approved, not signed')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Approvals' })).toContainText('(you)');
  await approvals.act('Withdraw', 'Withdraw your decision?');
  await expect(panel.getByText('Pending approval')).toBeVisible();

  await panel.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject these payments?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a reason');
  await faultless(page, 'reject dialog');
  await dialog.getByLabel('Reason').fill('Wrong supplier');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(panel.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(panel.getByText('Wrong supplier')).toBeVisible();
  await approvals.act('Withdraw', 'Withdraw your decision?');
  await expect(panel.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('several are approved at once with a result for each, and one is signed', async ({
  giroscope,
  page,
}) => {
  const approvals = new Approvals(page);
  await giroscope.open('/?view=mine', 'approver');
  for (const number of [second, third])
    await approvals.row(`M${number}`).getByRole('checkbox').check();
  await page
    .getByRole('group', { name: 'Actions for the chosen rows' })
    .getByRole('button', { name: 'Approve' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Approve these payments?' });
  await expect(dialog.getByText('You can approve 2 of 2')).toBeVisible();
  await expect(dialog.getByText('1,117.10')).toBeVisible();
  await faultless(page, 'bulk approval');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const results = page.getByRole('dialog', { name: 'Approve' });
  await expect(results.getByRole('row')).toHaveCount(3);
  await expect(results.getByRole('cell', { name: 'Done' })).toHaveCount(2);
  await results.getByRole('button').last().click();

  await page.goto('/');
  const panel = await approvals.open(`M${second}`);
  await approvals.act('Sign and send', 'Sign and send to the bank?');
  await expect(panel.getByText('Signed', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button')).toHaveCount(0);
});

test('rules are proposed by one account manager and wait for another', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/approval-policies');
  await giroscope.heading('Approval rules');
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Large payments');
  await page.getByRole('textbox', { name: 'Minimum amount' }).fill('1000000');
  await page.getByRole('textbox', { name: 'Currency' }).fill('dkk');
  await page.getByRole('button', { name: 'Add approval' }).click();
  await faultless(page, 'rules as a form', STRUCTURE);
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  const waiting = page.getByRole('heading', { name: 'Pending confirmation' });
  await expect(waiting).toBeVisible();
  await expect(page.getByText('from 1,000,000.00 DKK').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw your proposal?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Withdrawn');
  await faultless(page, 'approval rules', STRUCTURE);
});
