/** The journals, and one of them beside their list. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Console } from './Console';
import { ListOf } from './ListOf';

export class Journals {
  readonly page: Page;
  readonly list: ListOf;

  constructor(page: Page) {
    this.page = page;
    this.list = new ListOf(page, 'All journals');
  }

  /** The line of a message. */
  row(message: string): Locator {
    return this.list.table.getByRole('row').filter({ hasText: message });
  }

  /** Look for the journal of a message. */
  async find(message: string): Promise<void> {
    await new Console(this.page).visit(`/?q=${message}`);
    // As long as others stand there too, its row moves under whoever clicks.
    await this.list.counts('1');
  }

  /** Open the journal of a message beside the list. */
  async open(message: string): Promise<void> {
    await this.find(message);
    await this.row(message).getByRole('link').first().click();
    await expect(this.page.getByRole('dialog', { name: 'Journal' })).toBeVisible();
  }
}
