/** A list of the console: its table, its bar, and the place a reader has in it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';

export class ListOf {
  readonly page: Page;
  readonly table: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.table = page.getByRole('table', { name, exact: true });
  }

  /** A row by its place in the whole list, counted from 1. */
  row(place: number): Locator {
    return this.table.locator(`tr[aria-rowindex="${place + 1}"]`);
  }

  /** Wait until so many rows are counted. */
  async counts(rows: string): Promise<void> {
    await expect(
      this.page.getByRole('status').filter({ hasText: new RegExp(`^${rows} rows?$`) }),
    ).toBeVisible();
  }

  /** The names over the columns, in order. */
  async columns(): Promise<string[]> {
    const names = await this.table.getByRole('columnheader').allInnerTexts();
    return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'Details');
  }

  /** Scroll the page until a row is at the top. */
  async scrollTo(place: number): Promise<void> {
    await expect(async () => {
      await this.page.evaluate((rank) => {
        const row = document.querySelector<HTMLElement>('tr[data-full]');
        const table = row?.closest('tbody');
        if (!row || !table) throw new Error('no rows');
        window.scrollTo(
          0,
          table.getBoundingClientRect().top +
            window.scrollY +
            (rank - 1) * row.getBoundingClientRect().height -
            150,
        );
      }, place);
      await expect(this.row(place)).toBeInViewport({ timeout: 2000 });
    }).toPass();
  }

  async layout(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Layout' }).click();
    await this.page.getByRole('button', { name: entry }).click();
  }

  /** Save what is shown under a name. */
  async saveView(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Saved views', exact: true }).click();
    await this.page.getByRole('button', { name: 'Save this view…' }).click();
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Take the list as a file; its name and its text. */
  async take(format: string): Promise<{ name: string; text: string }> {
    await this.page.getByRole('button', { name: 'Export' }).click();
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: format }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString() };
  }
}
