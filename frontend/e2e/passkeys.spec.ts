/** Approving by passkey: a device is registered, confirmed, asked for by a rule, and signs; and a fresh sign-in. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { operator } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import { daysAgo, freshNumber, type BankFile } from './files';
import { expect, test } from './fixtures';
import { Approvals } from './pages/Approvals';
import { Console } from './pages/Console';
import { Uploads } from './pages/Uploads';

test.describe.configure({ mode: 'serial' });

const ours = ibanOf(`2997${freshNumber()}`);
const number = freshNumber();
const roles = ['user', 'roles', 'viewer', '--realm', 'giroscope'] as const;

/** A Danish IBAN of this account number, with its check digits (ISO 7064). */
function ibanOf(account: string): string {
  const rest = Number(BigInt(`${account}132000`) % 97n);
  return `DK${String(98 - rest).padStart(2, '0')}${account}`;
}

function payment(): BankFile {
  return {
    name: `passkey-${number}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
 <GrpHdr><MsgId>K${number}</MsgId><CreDtTm>${daysAgo(0)}T08:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>912.40</CtrlSum><InitgPty><Nm>Nordhavn Handel A/S</Nm></InitgPty></GrpHdr>
 <PmtInf><PmtInfId>B${number}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>912.40</CtrlSum><ReqdExctnDt>${daysAgo(-3)}</ReqdExctnDt>
  <Dbtr><Nm>Nordhavn Handel A/S</Nm><PstlAdr><TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr></Dbtr><DbtrAcct><Id><IBAN>${ours}</IBAN></Id><Ccy>DKK</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BIC>NDEADKKK</BIC></FinInstnId></DbtrAgt>
  <CdtTrfTxInf><PmtId><InstrId>I${number}</InstrId><EndToEndId>E${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="DKK">912.40</InstdAmt></Amt><CdtrAgt><FinInstnId><BIC>DABADKKK</BIC></FinInstnId></CdtrAgt>
   <Cdtr><Nm>Bureau ${number}</Nm><PstlAdr><TwnNm>Odense</TwnNm><Ctry>DK</Ctry></PstlAdr></Cdtr><CdtrAcct><Id><IBAN>${ibanOf(`4000${number.slice(0, 10)}`)}</IBAN></Id></CdtrAcct>
   <RmtInf><Ustrd>Invoice ${number}</Ustrd></RmtInf></CdtTrfTxInf>
 </PmtInf></CstmrCdtTrfInitn></Document>`),
  };
}

/** A phone with a finger sensor, as Chromium makes one up. */
async function device(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

async function desk(
  browser: Browser,
  baseURL: string | undefined,
  path: string,
  username: string,
): Promise<Page> {
  const page = await (
    await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      viewport: { width: 1440, height: 900 },
    })
  ).newPage();
  await new Console(page).open(path, username);
  return page;
}

/** What stands between somebody and a fresh sign-in: the window that opens, where the last one is older. */
const signsInAgain = (page: Page, username: string) =>
  page.on('popup', (window) => {
    void window
      .locator('[name=password]')
      .waitFor()
      .then(async () => {
        const name = window.locator('[name=username]');
        if (await name.isEditable()) await name.fill(username);
        await window.locator('[name=password]').fill(process.env['GIROSCOPE_E2E_PASSWORD'] ?? '');
        await window.locator('[type=submit]').click();
      });
  });

test.beforeAll(() => operator(...roles, '--give', 'account-management', '--without-second-person'));
test.afterAll(() => operator(...roles, '--take', 'account-management'));

test('a rule asks for a passkey; an approver registers one, another person confirms it, and it signs @share-3', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  // Four people at desks of their own, one after the other.
  const approvals = new Approvals(page);
  await approvals.connectFolder('Nøglebanken', ours);
  await page.goto('/approval-policies');
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: /^Rule \d+$/ }).last();
  await rule.getByRole('textbox', { name: 'Name' }).fill(`By passkey ${number}`);
  await rule.getByRole('checkbox', { name: new RegExp(ours) }).check();
  await rule.getByRole('checkbox', { name: 'Require a passkey for approving and signing' }).check();
  await faultless(page, 'rule that asks for a passkey', STRUCTURE);
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pending confirmation' })).toBeVisible();

  const manager = await desk(browser, baseURL, '/approval-policies', 'viewer');
  await manager.getByRole('button', { name: 'Activate' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(manager.getByText('– with a passkey').first()).toBeVisible();

  const clerk = await desk(browser, baseURL, '/upload', 'operator');
  await new Uploads(clerk).give(payment());
  await new Uploads(clerk).fate(`passkey-${number}.xml`, 'Imported');
  await clerk.context().close();

  const approver = await desk(browser, baseURL, '/passkeys', 'approver');
  const { session, id } = await device(approver);
  signsInAgain(approver, 'approver');
  await faultless(approver, 'passkeys', STRUCTURE);
  await approver.getByRole('button', { name: 'Register passkey' }).first().click();
  const registering = approver.getByRole('dialog', { name: 'Register passkey' });
  await registering.getByRole('textbox', { name: /^Name/ }).fill(`Phone ${number}`);
  await faultless(approver, 'register a passkey');
  await registering.getByRole('button', { name: 'Register passkey' }).click();
  await expect(registering).toHaveCount(0);
  const own = approver
    .getByRole('table', { name: 'My passkeys' })
    .getByRole('row')
    .filter({ hasText: `Phone ${number}` });
  await expect(own).toContainText('Pending confirmation');

  // It counts for nothing yet.
  await approver.goto(`/?q=K${number}`);
  const waiting = new Approvals(approver);
  const panel = await waiting.open(`K${number}`);
  await expect(panel.getByText('Approving and signing require a passkey')).toBeVisible();
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();
  const asked = approver.getByRole('dialog', { name: 'Approve these payments?' });
  await asked.getByLabel('Reason').fill('New supplier, called');
  await asked.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(asked.getByRole('alert')).toContainText('no confirmed passkey');

  await manager.goto('/passkeys');
  const row = manager
    .getByRole('table', { name: 'All passkeys' })
    .getByRole('row')
    .filter({ hasText: `Phone ${number}` });
  await row.getByRole('button', { name: `Confirm Phone ${number} of Astrid Approver` }).click();
  const confirming = manager.getByRole('dialog', {
    name: 'Confirm the passkey of Astrid Approver?',
  });
  await expect(confirming).toContainText('Ask the owner in person or by phone');
  await confirming.getByRole('button', { name: 'Confirm' }).click();
  await expect(row).toContainText('Active');
  await faultless(manager, 'passkeys of people', STRUCTURE);
  await manager.goto('/messages');
  await expect(manager.getByText(`registered the passkey Phone ${number}`).first()).toBeVisible();

  // A device whose owner does not put the finger on signs nothing.
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await asked.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(asked.getByRole('alert')).toHaveText(
    'No device responded, or you cancelled. Nothing was decided.',
  );
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
  await asked.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(asked).toHaveCount(0);
  await expect(panel.getByText('Approved, not signed')).toBeVisible();
  await panel.getByText(`Passkey Phone ${number}`).click();
  await expect(panel.getByText('"decision":"APPROVE"').first()).toBeVisible();

  // Who signs uses one too; what leaves was verified once more.
  await waiting.act('Sign and send', 'Sign and send to the bank?');
  await expect(panel.getByText('Signed', { exact: true })).toBeVisible();
  await expect(approver.getByText('Delivered').first()).toBeVisible();

  await approver.goto('/passkeys');
  await approver.getByRole('button', { name: `Remove Phone ${number} of Astrid Approver` }).click();
  const removing = approver.getByRole('dialog', { name: `Remove the passkey Phone ${number}?` });
  await removing.getByLabel('Reason').fill('Test is over');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(own).toHaveCount(0);
  await approver.context().close();

  // Other journeys find the rules as they were.
  await giroscope.open('/approval-policies');
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByRole('button', { name: `Remove By passkey ${number}` }).click();
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pending confirmation' })).toBeVisible();
  await manager.goto('/approval-policies');
  await manager.getByRole('button', { name: 'Activate' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(manager.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await manager.context().close();
});

test('the window for a fresh sign-in asks for the password though the session lives @share-3', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/', 'approver');
  const window = await page.context().newPage();
  await window.goto('/?signin=nobody&fresh=1');
  await expect(window.locator('[name=password]')).toBeVisible();
  await window.goto('/');
  await expect(window.getByRole('banner')).toBeVisible();
});
