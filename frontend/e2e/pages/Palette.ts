/** The search over everything, as it is used from the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Palette {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;

  constructor(page: Page, name = 'Search and commands') {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name });
    this.field = this.dialog.getByRole('combobox');
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.field).toBeFocused();
  }

  choice(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name });
  }

  /** Type, and take the first choice once it is this one. */
  async take(text: string, first: string | RegExp): Promise<void> {
    await this.field.fill(text);
    await expect(this.dialog.getByRole('option', { selected: true })).toContainText(first);
    await this.page.keyboard.press('Enter');
    await expect(this.dialog).toBeHidden();
  }

  /** Paste into the page, with the focus where it is. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      (document.activeElement ?? document.body).dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  }
}
