/** Payments wait for a second person: read, approved, taken back, rejected, in bulk, signed; and who may not. */
import { inMinutes, mailsTo } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import { daysAgo, freshNumber, type BankFile } from './files';
import { expect, test } from './fixtures';
import { Approvals } from './pages/Approvals';

test.describe.configure({ mode: 'serial' });

const ours = ibanOf(`2999${freshNumber()}`);
const first = freshNumber();
const [second, third] = [`${first}2`, `${first}3`];

/** A Danish IBAN of this account number, with its check digits (ISO 7064). */
function ibanOf(account: string): string {
  const rest = Number(BigInt(`${account}132000`) % 97n);
  return `DK${String(98 - rest).padStart(2, '0')}${account}`;
}

/** A payment of its own amount, to be executed in three days. */
function payment(number: string, amount: string): BankFile {
  const day = daysAgo(-3);
  return { name: `pay-${number}.xml`, mimeType: 'application/xml', buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
 <GrpHdr><MsgId>M${number}</MsgId><CreDtTm>${daysAgo(0)}T08:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum><InitgPty><Nm>Nordhavn Handel A/S</Nm></InitgPty></GrpHdr>
 <PmtInf><PmtInfId>B${number}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum><ReqdExctnDt>${day}</ReqdExctnDt>
  <Dbtr><Nm>Nordhavn Handel A/S</Nm><PstlAdr><TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr></Dbtr><DbtrAcct><Id><IBAN>${ours}</IBAN></Id><Ccy>DKK</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BIC>NDEADKKK</BIC></FinInstnId></DbtrAgt>
  <CdtTrfTxInf><PmtId><InstrId>I${number}</InstrId><EndToEndId>E${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="DKK">${amount}</InstdAmt></Amt><CdtrAgt><FinInstnId><BIC>DABADKKK</BIC></FinInstnId></CdtrAgt>
   <Cdtr><Nm>Bureau ${number}</Nm><PstlAdr><TwnNm>Odense</TwnNm><Ctry>DK</Ctry></PstlAdr></Cdtr><CdtrAcct><Id><IBAN>${ibanOf(`4000${number.slice(0, 10)}`)}</IBAN></Id></CdtrAcct>
   <RmtInf><Ustrd>Invoice ${number}</Ustrd></RmtInf></CdtTrfTxInf>
 </PmtInf></CstmrCdtTrfInitn></Document>`) };
}

test('what an operator hands in waits for somebody else, who is mailed', async ({ giroscope, uploads, page }) => {
  test.setTimeout(180_000);
  const approvals = new Approvals(page);
  await approvals.connectFolder('Havnebanken', ours);
  await giroscope.signOut();
  await giroscope.open('/upload', 'operator');
  await uploads.give(payment(first, '812.40'), payment(second, '1044.00'), payment(third, '73.10'));
  for (const number of [first, second, third]) await uploads.fate(`pay-${number}.xml`, 'Imported');
  await giroscope.go('All journals');
  await expect(page.getByRole('button', { name: 'Awaiting my approval' })).toHaveCount(0);
  const panel = await approvals.open(`M${first}`);
  await expect(panel.getByText('Waits for approval')).toBeVisible();
  await expect(panel.getByText('Havnebanken')).toBeVisible();
  await expect(panel.getByText('You are no payment approver')).toBeVisible();
  await expect(panel.getByRole('button')).toHaveCount(0);
  // What comes one after another is told in one mail, two quiet minutes later.
  await inMinutes(async () => (await mailsTo('approver@example.com')).map(({ text }) => text).join('\n')).toContain(`pay-${third}.xml`);
});

test('an approver reads, approves, takes it back, rejects and thinks again', async ({ giroscope, page }) => {
  test.setTimeout(120_000);
  const approvals = new Approvals(page);
  await giroscope.open('/', 'approver');
  await page.getByRole('button', { name: /^Awaiting my approval/ }).click();
  await expect(page).toHaveURL(/view=mine/);
  const panel = await approvals.open(`M${first}`);
  await faultless(page, 'approval panel', STRUCTURE);
  await approvals.act('Approve', 'Approve these payments?');
  await expect(panel.getByText('Approved, not signed')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Who has approved' })).toContainText('(you)');
  await approvals.act('Take back', 'Take your decision back?');
  await expect(panel.getByText('Waits for approval')).toBeVisible();

  await panel.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject these payments?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Write a reason');
  await faultless(page, 'reject dialog');
  await dialog.getByLabel('Reason').fill('Wrong supplier');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(panel.getByText('Rejected here')).toBeVisible();
  await expect(panel.getByText('Wrong supplier')).toBeVisible();
  await approvals.act('Take back', 'Take your decision back?');
  await expect(panel.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('several are approved at once with a result for each, and one is signed', async ({ giroscope, page }) => {
  test.setTimeout(120_000);
  const approvals = new Approvals(page);
  await giroscope.open('/?view=mine', 'approver');
  for (const number of [second, third]) await approvals.row(`M${number}`).getByRole('checkbox').check();
  await page.getByRole('group', { name: 'Actions for the chosen rows' }).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve these payments?' });
  await expect(dialog.getByText('2 of 2 can be done by you')).toBeVisible();
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

test('rules are proposed by one account manager and wait for another', async ({ giroscope, page }) => {
  await giroscope.open('/approval-policies');
  await giroscope.heading('Approval rules');
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Large payments');
  await page.getByRole('textbox', { name: 'From this amount' }).fill('1000000');
  await page.getByRole('textbox', { name: 'Currency' }).fill('dkk');
  await page.getByRole('button', { name: 'One more approval' }).click();
  await faultless(page, 'rules as a form', STRUCTURE);
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  const waiting = page.getByRole('heading', { name: 'Waits for another account manager' });
  await expect(waiting).toBeVisible();
  await expect(page.getByText('from 1,000,000.00 DKK').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put in force' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog', { name: 'Withdraw your proposal?' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Withdrawn');
  await faultless(page, 'approval rules', STRUCTURE);
});
