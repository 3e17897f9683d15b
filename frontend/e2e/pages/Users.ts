/** User management, as an account manager works with it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { announced } from '../notices';

export class Users {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A person's line in whichever table is shown. */
  row(name: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  /** Open a person beside the list. */
  async open(name: string): Promise<Locator> {
    await this.row(name).getByRole('link', { name, exact: true }).click();
    const drawer = this.page.getByRole('dialog', { name, exact: true });
    await expect(drawer.getByText('User name')).toBeVisible();
    return drawer;
  }

  async tab(name: string): Promise<void> {
    await this.page
      .getByRole('tablist', { name: 'Views' })
      .getByRole('tab', { name: new RegExp(`^${name}`) })
      .click();
  }

  /** Press a verb, answer its question, and wait for the good news. */
  async run(verb: string, question: string, news: string): Promise<void> {
    await this.page.getByRole('button', { name: verb, exact: true }).click();
    await this.page
      .getByRole('dialog', { name: question })
      .getByRole('button', { name: verb, exact: true })
      .click();
    await this.news(news);
  }

  async news(text: string): Promise<void> {
    await announced(this.page, text);
  }

  /** Set exactly these roles of the person in the open drawer and confirm the question. */
  async roles(name: string, change: Readonly<Record<string, boolean>>): Promise<void> {
    const drawer = this.page.getByRole('dialog', { name, exact: true });
    await drawer.getByRole('tab', { name: /^Roles/ }).click();
    for (const [role, on] of Object.entries(change))
      await drawer.getByRole('checkbox', { name: new RegExp(`^${role}`) }).setChecked(on);
    await drawer.getByRole('button', { name: 'Save roles' }).click();
    const question = this.page.getByRole('dialog', { name: `Change the roles of ${name}?` });
    await question.getByRole('button', { name: 'Save roles' }).click();
    await expect(question).toBeHidden();
  }
}
