/** The ERP's configuration and its validation: sections, dialogs, checks. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Console } from './Console';

export class Erp {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** The simulated ERP is in use: connected, validated and activated where nobody has done it. */
  async ensureInUse(): Promise<void> {
    await this.page.goto('/erp/configuration');
    const inUse = this.page.getByRole('region', { name: 'Active' });
    const connect = this.page.getByRole('button', { name: 'Connect an ERP' });
    await expect(inUse.or(connect).first()).toBeVisible();
    if ((await connect.count()) === 0) return;
    await connect.click();
    const choice = this.dialog('Connect an ERP');
    await choice.getByRole('radio', { name: /^Simulated ERP/ }).check();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await this.page.getByRole('button', { name: 'Validate', exact: true }).click();
    const use = this.page.getByRole('button', { name: 'Activate' });
    await expect(use).toBeEnabled();
    await use.click();
    await this.dialog('Activate this draft?').getByRole('button', { name: 'Activate' }).click();
    await this.confirmed();
    await expect(inUse).toContainText('Version 1');
  }

  /** What this person asked for is confirmed by another account manager, in a browser of their own. */
  async confirmed(): Promise<void> {
    const waits = this.page.getByRole('region', { name: 'Pending confirmation' });
    await expect(waits).toContainText('Mona Manager');
    await expect(waits.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
    const browser = this.page.context().browser();
    const context = await browser!.newContext({ baseURL: new URL(this.page.url()).origin });
    try {
      const page = await context.newPage();
      await new Console(page).open(new URL(this.page.url()).pathname, 'manager');
      await page
        .getByRole('region', { name: 'Pending confirmation' })
        .getByRole('button', { name: 'Confirm', exact: true })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Pending confirmation' })).toHaveCount(0);
    } finally {
      await context.close();
    }
    await this.page.reload();
  }

  check(title: string): Locator {
    return this.page.getByRole('listitem', { name: title, exact: true });
  }

  /** The simulated ERP is the tenant's; connected, validated and activated where it is not. */
  async inUse(): Promise<void> {
    await this.page.goto('/erp/configuration');
    const using = this.page.getByRole('region', { name: 'Active' });
    const connect = this.page.getByRole('button', { name: 'Connect an ERP' });
    await expect(using.or(connect)).toBeVisible();
    if (await using.isVisible()) return;
    await connect.click();
    const choice = this.dialog('Connect an ERP');
    await choice.getByRole('radio', { name: /^Simulated ERP/ }).check();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await this.page.getByRole('button', { name: 'Validate', exact: true }).click();
    const use = this.page.getByRole('button', { name: 'Activate' });
    await expect(use).toBeEnabled();
    await use.click();
    await this.dialog('Activate this draft?').getByRole('button', { name: 'Activate' }).click();
    await this.confirmed();
    await expect(using).toContainText('Version 1');
  }
}

const simulator = process.env['GIROSCOPE_E2E_ERP_URL'] ?? 'http://localhost:8090';

interface Supplier {
  id: string;
  method: string;
}

interface Payment {
  id: string;
  number: string;
  state: string;
}

async function asked<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(
    `${simulator}/control/${path}`,
    body
      ? {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }
      : {},
  );
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

/** A supplier's invoice, due today and approved in the simulated ERP; the number of its payment. */
export async function invoice(method: string, number: string): Promise<string> {
  const supplier = (await asked<Supplier[]>('suppliers')).find((one) => one.method === method);
  const made = await asked<{ payment: number }>('invoices', {
    supplier: supplier?.id,
    number,
    amount: `${number.slice(-4)}.50`,
    due: new Date().toISOString().slice(0, 10),
    approve: true,
  });
  const paid = (await asked<Payment[]>('payments')).find(({ id }) => id === String(made.payment));
  expect(paid, `the payment of invoice ${number}`).toBeDefined();
  return paid?.number ?? '';
}

/** What the simulated ERP knows of a payment. */
export async function statusOf(number: string): Promise<string | undefined> {
  return (await asked<Payment[]>('payments')).find((one) => one.number === number)?.state;
}

/** Enter what is owed to a company, or by it; its party has no account there. */
export async function owe(
  side: 'RECEIVABLE' | 'PAYABLE',
  name: string,
  number: string,
  amount: string,
): Promise<void> {
  const due = new Date().toISOString().slice(0, 10);
  await asked('open-items', { side, name, number, amount, currency: 'DKK', due });
}
