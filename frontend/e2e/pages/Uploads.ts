/** Upload payments and Upload Statement. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { BankFile } from '../files';

export class Uploads {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Give files, or one that lies on disk, through the file chooser, as the button does. */
  async give(...files: BankFile[] | [string]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(files);
  }

  /** Every line of a file in the history, the newest first. */
  rows(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** The newest line of a file in the history. */
  row(name: string): Locator {
    return this.rows(name).first();
  }

  /** Wait until a file's line says its fate. */
  async fate(name: string, fate: string): Promise<void> {
    const told = this.row(name).getByText(fate, { exact: true });
    await expect(async () => {
      if ((await this.row(name).count()) === 0) await this.lookFurther();
      await expect(told).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
  }

  /** What a bank brings meanwhile stands above, and only what is near the window is drawn. */
  private async lookFurther(): Promise<void> {
    await this.page.evaluate(() => {
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      scrollTo(0, isEnd ? 0 : scrollY + innerHeight / 2);
    });
  }
}
