/** The console as a person meets it: sign-in, menu, top bar. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

const password = process.env['GIROSCOPE_E2E_PASSWORD'] ?? '';

/** What the provider knows a browser by, of whoever has signed in at this console's realm. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Menu entries whose count is part of their name. */
const COUNTED = new Set(['Messages', 'Payment Method Mapping']);

export class Console {
  readonly page: Page;
  readonly menu: Locator;
  readonly banner: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('navigation', { name: 'Main menu' });
    this.banner = page.getByRole('banner');
  }

  /**
   * Open an address as somebody, who signs in by the provider's form the first time, and again where
   * a journey has ended the session; else the provider still knows the browser.
   */
  async open(path = '/', username = 'admin'): Promise<void> {
    const context = this.page.context();
    await this.lend(context, username);
    await this.page.goto(path);
    const form = this.page.locator('[name=username]');
    await expect(this.banner.or(form).first()).toBeVisible();
    if (await form.isVisible()) {
      await this.signIn(username);
      await expect(this.banner).toBeVisible();
    }
    await this.keep(context, username);
  }

  private async lend(context: BrowserContext, username: string): Promise<void> {
    await context.addCookies(sessions.get(username) ?? []);
  }

  private async keep(context: BrowserContext, username: string): Promise<void> {
    // How the sign-in looks is each journey's own.
    sessions.set(
      username,
      (await context.cookies()).filter(({ path }) => path.startsWith('/realms/')),
    );
  }

  /** Fill in the provider's sign-in form and send it. */
  async signIn(username: string, secret = password): Promise<void> {
    await this.page.locator('[name=username]').fill(username);
    await this.page.locator('[name=password]').fill(secret);
    await this.page.locator('[type=submit]').click();
  }

  /** Answer the provider that asks for a new password. */
  async choosePassword(chosen: string): Promise<void> {
    await this.page.locator('[name=password-new]').fill(chosen);
    await this.page.locator('[name=password-confirm]').fill(chosen);
    await this.page.locator('[type=submit]').click();
  }

  /** The provider asks who one is, and nothing of the console is there. */
  async closed(): Promise<void> {
    await expect(this.page.locator('[name=username]')).toBeVisible();
    await expect(this.menu).toHaveCount(0);
  }

  /** Go to a screen by its menu entry. */
  async go(entry: string): Promise<void> {
    await this.menu.getByRole('link', { name: entry, exact: !COUNTED.has(entry) }).click();
    await this.heading(entry);
  }

  /** Go to an address as one of the console's own links leads there: nothing is loaded anew but what the screen asks for. */
  async visit(path: string): Promise<void> {
    const isOther = await this.page.evaluate((to) => {
      const before = location.pathname;
      (document.activeElement as HTMLElement | null)?.blur();
      // As the router writes it: by its key a list knows where somebody has been.
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
      history.pushState({ idx, key: `visit-${idx}-${performance.now()}` }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return location.pathname !== before;
    }, path);
    // The way to another screen ends at its heading; its content has come when nothing stands grey in its place.
    const heading = this.page.getByRole('heading', { level: 1 });
    await (isOther ? expect(heading).toBeFocused() : expect(heading).toBeVisible());
    await expect(this.page.locator('.g-skeleton, .g-bone-row')).toHaveCount(0);
  }

  /** The screen's one heading. */
  async heading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  async signOut(): Promise<void> {
    await this.banner.getByRole('button', { name: 'Logout' }).click();
    await expect(this.page.locator('[name=username]')).toBeVisible();
  }
}
