/** The provider's own pages: mailed links, passwords and codes, the same at both providers but for their looks. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { isKeycloak } from '../Backstage';

const STEP_SECONDS = 30;
const DIGITS = 6;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class Provider {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Open a mailed link and begin what it asks for. */
  async begin(link: string): Promise<void> {
    await this.page.goto(link);
    // A scanner of mails opens links too, so both ask before a link is used.
    await this.page
      .locator(isKeycloak ? '#kc-info-message a' : 'form [type=submit]')
      .first()
      .click();
  }

  /** What was asked for is done, and the way to the console is shown. */
  async leave(): Promise<void> {
    await expect(
      this.page.getByText(isKeycloak ? 'Your account has been updated' : 'All done').first(),
    ).toBeVisible();
    await this.page
      .getByRole('link', { name: isKeycloak ? /Back to Application/i : /^Go to/ })
      .click();
  }

  /** A link that was used or taken back leads nowhere. */
  async refuses(link: string): Promise<void> {
    await this.page.goto(link);
    await expect(
      this.page
        .getByText(
          isKeycloak ? /Action expired|expired|invalid|no longer valid/i : /does not work any more/,
        )
        .first(),
    ).toBeVisible();
    await expect(this.page.locator('[name=password-new]')).toHaveCount(0);
  }

  /** Nobody is let in, and the page says why. */
  async refusesSignIn(): Promise<void> {
    await expect(
      this.page.getByText(/invalid|wrong|not right|do not match|disabled|too many/i).first(),
    ).toBeVisible();
    await expect(this.page.locator('[name=username]')).toBeVisible();
  }

  /** Set up an authenticator app, as a person does who types the key; tells the key. */
  async setUpApp(): Promise<string> {
    if (isKeycloak) await this.page.locator('#mode-manual').click();
    const shown = await this.page
      .locator(isKeycloak ? '#kc-totp-secret-key' : 'code.key')
      .innerText();
    const key = shown.replaceAll(/\s/g, '').toUpperCase();
    await this.page.locator('[name=totp]').fill(codeOf(key, 0));
    await this.page.locator('[name=userLabel]').fill('Telephone');
    await this.page.locator('[type=submit]').first().click();
    // The embedded one gives codes for the day the telephone is lost, and waits until they are kept.
    if (!isKeycloak) await this.page.locator('.recovery ~ p a').click();
    return key;
  }

  /** Answer the question for a code; the one of the set-up is spent, the next is good already. */
  async code(key: string): Promise<void> {
    await this.page.locator('[name=otp]').fill(codeOf(key, 1));
    await this.page.locator('[type=submit]').first().click();
  }
}

/** A one-time code (RFC 6238) of now, or of so many steps later. */
function codeOf(key: string, later: number): string {
  const bits = Array.from(key, (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + later));
  const digest = createHmac('sha1', secret).update(step).digest();
  const start = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(start) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
