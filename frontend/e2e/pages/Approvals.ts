/** Approving: the panel of a journal, and a bank by which payments can leave. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Console } from './Console';

export class Approvals {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Approval', exact: true });
  }

  /** Connect a folder, as the administrator, through the console's own call. */
  async connectFolder(name: string, account: string): Promise<void> {
    const call = this.page.waitForRequest(
      (request) => request.url().includes('/api/data/graphql') && request.method() === 'POST',
    );
    await new Console(this.page).open('/bank');
    const { authorization = '' } = await (await call).allHeaders();
    const answer = await this.page.request.post('/api/data/graphql', {
      headers: { authorization },
      data: {
        query:
          'mutation($bank: NewBank!) { createBank(bank: $bank) { __typename ... on Problem { code message } } }',
        variables: {
          bank: {
            name,
            profile: 'folder',
            environment: 'PRODUCTION',
            parameters: [],
            accounts: [{ number: account }],
          },
        },
      },
    });
    expect(await answer.json()).toEqual({ data: { createBank: { __typename: 'Success' } } });
  }

  /** The row of a journal in the list. */
  row(messageId: string): Locator {
    return this.page
      .getByRole('table', { name: 'All journals' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: messageId, exact: true }) });
  }

  /** Open a journal beside the list, and find its panel. */
  async open(messageId: string): Promise<Locator> {
    await this.page.getByRole('searchbox', { name: 'Search journals' }).fill(messageId);
    await this.row(messageId).getByRole('link', { name: messageId }).click();
    await expect(this.panel).toBeVisible();
    return this.panel;
  }

  /** Do one thing in the panel, and answer its question. */
  async act(name: string, question: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
}
