/** The ERP's configuration and its validation: sections, dialogs, checks. */
import { expect, type Locator, type Page } from '@playwright/test';

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

  check(title: string): Locator {
    return this.page.getByRole('listitem', { name: title, exact: true });
  }

  /** The simulated ERP is the tenant's; connected, validated and put to use where it is not. */
  async inUse(): Promise<void> {
    await this.page.goto('/erp/configuration');
    const using = this.page.getByRole('region', { name: 'In use' });
    const connect = this.page.getByRole('button', { name: 'Connect an ERP' });
    await expect(using.or(connect)).toBeVisible();
    if (await using.isVisible()) return;
    await connect.click();
    const choice = this.dialog('Connect an ERP');
    await choice.getByRole('radio', { name: /^Simulated ERP/ }).check();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await this.page.getByRole('button', { name: 'Validate', exact: true }).click();
    const use = this.page.getByRole('button', { name: 'Put to use' });
    await expect(use).toBeEnabled({ timeout: 60_000 });
    await use.click();
    await this.dialog('Put this draft to use?').getByRole('button', { name: 'Put to use' }).click();
    await expect(using).toContainText('Version 1');
  }
}
