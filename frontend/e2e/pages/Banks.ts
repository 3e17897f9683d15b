/** The banks: connecting one by its letter, and one connection beside the cards. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Letter {
  bank: string;
  numbers: Readonly<Record<string, string>>;
  accounts: readonly string[];
  code: string;
}

export const NORDEA: Letter = {
  bank: 'Nordea (simulated)',
  numbers: {
    'Agreement number': '5300048211',
    'Sender ID': '10428836015',
    'Signer ID': '20931174406',
    'Name on the agreement': 'Havnens Handel ApS',
  },
  accounts: ['DK6129990004281101 Drift', 'DK3429990004281102 Euro', 'DK0729990004281103 Kronor'],
  code: '7392051846',
};

export const KYSTBANKEN: Letter = {
  bank: 'Kystbanken (simulated)',
  numbers: { 'Function ID': 'FI48210975' },
  accounts: [],
  code: '4K7M-92QX-RT51',
};

export class Banks {
  readonly page: Page;
  readonly cards: Locator;

  constructor(page: Page) {
    this.page = page;
    this.cards = page.getByRole('list', { name: 'Connections' }).getByRole('article');
  }

  card(name: string): Locator {
    return this.cards.filter({ hasText: name });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** The drawer of one connection. */
  drawer(name: string): Locator {
    return this.page.locator('aside').and(this.page.getByRole('dialog', { name }));
  }

  /** Go through the wizard up to the code; what is wrong on the way is told at its field. */
  async connect({ bank, numbers, accounts }: Letter): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect a bank' }).first().click();
    const wizard = this.dialog('Connect a bank');
    await wizard
      .getByRole('radio', { name: new RegExp(`^${bank.replaceAll(/[()]/g, String.raw`\$&`)}`) })
      .check();
    await wizard.getByRole('button', { name: 'Next' }).click();
    for (const [label, value] of Object.entries(numbers))
      await wizard.getByLabel(label).fill(value);
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByLabel('Accounts').fill(accounts.join('\n'));
    await wizard.getByRole('button', { name: 'Create the connection' }).click();
    await expect(this.dialog(`Activate ${bank}`)).toBeVisible();
  }

  /** Type the code, wait for the bank's answer, and come to the connection. */
  async activate({ bank, code }: Letter): Promise<void> {
    const dialog = this.dialog(`Activate ${bank}`);
    await dialog.getByLabel('Activation code').fill(code);
    await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(dialog.getByText(`${bank} is connected`, { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(this.drawer(bank)).toBeVisible();
  }
}
