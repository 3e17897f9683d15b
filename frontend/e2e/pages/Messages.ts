/** The Messages screen, its notices and its drawer. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Messages {
  readonly page: Page;
  readonly table: Locator;
  readonly drawer: Locator;
  readonly notifications: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Messages' });
    this.drawer = page.getByRole('dialog', { name: 'Message', exact: true });
    this.notifications = page.getByRole('region', { name: 'Notifications' });
  }

  /** Rows that tell of something; of groups, too. */
  rows(text: string): Locator {
    return this.table.getByRole('row').filter({ hasText: text });
  }

  /** Leave only messages with these words, so that other journeys are no matter. */
  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search messages' }).fill(text);
    await expect(this.page).toHaveURL(/[?&]q=/);
  }

  /** Open the newest message that tells of something. */
  async openMessage(text: string): Promise<void> {
    await this.rows(text).first().locator('[data-row-link]').click();
    await expect(this.drawer).toBeVisible();
  }

  async unreadDots(text: string): Promise<number> {
    return this.rows(text).getByRole('img', { name: 'Unread' }).count();
  }

  toast(text: string): Locator {
    return this.notifications.locator('.g-toast').filter({ hasText: text });
  }

  /** The console has had the poll's first answer; what comes from here on is news. */
  static firstAnswer(page: Page): Promise<unknown> {
    return page
      .waitForResponse((answer) => answer.url().includes('operationName=SystemMessagePoll'))
      .then((answer) => answer.finished());
  }
}
