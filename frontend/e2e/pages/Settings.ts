/** The settings panel: opened from the top bar, one control per choice. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Settings {
  readonly panel: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('dialog', { name: 'Settings' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(this.panel).toBeVisible();
  }

  /** Press one of a few choices that stand side by side. */
  async press(group: string, choice: string): Promise<void> {
    await this.panel
      .getByRole('group', { name: group })
      .getByRole('button', { name: choice, exact: true })
      .click();
  }

  theme(name: string): Locator {
    return this.panel.getByRole('radio', { name, exact: true });
  }

  /** What the page's root says of itself. */
  async root(): Promise<Record<string, string>> {
    return this.page.evaluate(() => {
      const { dataset, lang, style } = document.documentElement;
      return {
        ...Object.fromEntries(Object.entries(dataset).map(([mark, value]) => [mark, value ?? ''])),
        lang,
        size: style.fontSize,
      };
    });
  }

  /** What the browser keeps under a key. */
  async kept(key: string): Promise<string | null> {
    return this.page.evaluate((name) => localStorage.getItem(name), key);
  }
}
