/** The dashboard: accounts, their charts and tables. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';

export class Dashboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Show one account alone, chosen in the picker by a part of its number. */
  async pick(number: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Accounts/ }).click();
    const search = this.page.getByRole('searchbox', { name: 'Search', exact: true });
    if (await search.count()) await search.fill(number);
    // The box follows the address, which changes a moment after the click.
    await this.page.getByRole('checkbox', { name: new RegExp(number) }).click();
    await this.page.keyboard.press('Escape');
    await expect(this.page.getByRole('article')).toHaveCount(1);
  }

  /** The dialog in which accounts are named and put in order. */
  async arrange(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Arrange accounts' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Arrange accounts' });
    await expect(dialog.getByRole('textbox').first()).toBeVisible();
    return dialog;
  }

  /** Where an account stands in that dialog, counted from 0. */
  async placeAmongAll(number: string): Promise<number> {
    const names = await this.page
      .getByRole('dialog', { name: 'Arrange accounts' })
      .locator('label')
      .allTextContents();
    return names.findIndex((name) => name.includes(number));
  }

  /** An account's part of the page. */
  card(number: string): Locator {
    return this.page.getByRole('article', { name: new RegExp(number) });
  }

  chart(number: string): Locator {
    return this.page.getByRole('img', { name: new RegExp(`^${number}`) });
  }

  /** The chart's days as the keyboard walks them. */
  walker(number: string): Locator {
    return this.page.getByRole('slider', { name: new RegExp(number) });
  }

  table(number: string): Locator {
    return this.page.getByRole('table', { name: new RegExp(`^${number}`) });
  }

  /** How many points of the chart's canvas have been drawn upon. */
  async drawnPoints(number: string): Promise<number> {
    return this.chart(number).evaluate((canvas: HTMLCanvasElement) => {
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length;
    });
  }

  /** How many points of the chart have exactly the colour of a token. */
  async pointsIn(number: string, token: string): Promise<number> {
    return this.chart(number).evaluate((canvas: HTMLCanvasElement, name) => {
      const probe = document.createElement('canvas').getContext('2d');
      if (!probe) return 0;
      probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      probe.fillRect(0, 0, 1, 1);
      const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
      const drawn =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ??
        new Uint8ClampedArray();
      let found = 0;
      for (let at = 0; at < drawn.length; at += 4)
        if (
          drawn[at] === red &&
          drawn[at + 1] === green &&
          drawn[at + 2] === blue &&
          drawn[at + 3] === 255
        )
          found += 1;
      return found;
    }, token);
  }

  /** Save the account's picture or figures. */
  async save(number: string, kind: 'PNG' | 'CSV'): Promise<Download> {
    const download = this.page.waitForEvent('download');
    await this.card(number)
      .getByRole('button', { name: new RegExp(`${kind}$`) })
      .click();
    return download;
  }
}
