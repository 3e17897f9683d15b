/** The ERP's configuration and its validation: sections, dialogs, checks. */
import type { Locator, Page } from '@playwright/test';

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
}
