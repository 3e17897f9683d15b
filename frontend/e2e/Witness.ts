/**
 * Sees what the pages of a test do, so that whoever reads of a failure knows the cause without
 * having been there: what stands on the page, what it logged, and what the server answered last.
 */
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { keepNotices } from './notices';

const LATEST = 12;
const ANSWER_CHARACTERS = 600;
const PAGE_LINES = 160;
const LOOK_MS = 2000;
const TEXT_CHARACTERS = 400;
/** It is asked every two seconds and would push everything else out. */
const POLL = 'SystemMessagePoll';
/** Answers that no person can bring about: the console asked wrongly, or the server broke. */
const NEVER = /"code": ?"(?:INVALID_INPUT|INTERNAL|TOO_COMPLEX)"/;

/** The same again and again, as from a poll, is one line. */
interface Seen {
  text: string;
  at: number;
  times: number;
}

export class Witness {
  /** Whatever fails a test by itself, however well it went otherwise. */
  readonly faults: string[] = [];
  private readonly logged: Seen[] = [];
  private readonly failed: Seen[] = [];
  private readonly answers: Seen[] = [];
  private readonly since = performance.now();
  private readonly browser: Browser;

  /** Watches every window of the browser, also those of people who come later. */
  constructor(browser: Browser) {
    this.browser = browser;
    browser.contexts().forEach(this.watch);
    browser.on('context', this.watch);
  }

  /** Look away: what the next test opens is its own affair. */
  leave(): void {
    this.browser.off('context', this.watch);
  }

  /** Everything seen, in plain text. */
  async account(): Promise<string> {
    const open = this.browser.contexts().flatMap((context) => context.pages());
    const pages = await Promise.all(open.map(onPage));
    const infront = await Promise.all(open.map(inFront));
    const seen: readonly (readonly [string, readonly string[]])[] = [
      ['Faults', this.faults],
      ['Errors in the console', this.logged.map(line)],
      ['Refused or failed', this.failed.map(line)],
      ['In front', infront.flat()],
      ['Asked of the graph last', this.answers.map(line)],
      ...pages,
    ];
    return seen
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `${title}:\n${lines.map((each) => `  ${each}`).join('\n')}`)
      .join('\n');
  }

  private readonly watch = (context: BrowserContext): void => {
    keepNotices(context).catch(() => undefined);
    context.on('weberror', (error) => this.faults.push(error.error().message));
    context.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.faults.push(message.text());
      if (message.type() === 'error') this.see(this.logged, message.text());
    });
    context.on('requestfailed', (request) =>
      this.see(
        this.failed,
        `${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'no answer'}`,
      ),
    );
    context.on('response', (response) => void this.note(response));
  };

  private async note(response: Response): Promise<void> {
    const request = response.request();
    if (response.status() >= 400)
      this.see(this.failed, `${request.method()} ${response.url()}: ${response.status()}`);
    if (!new URL(response.url()).pathname.endsWith('/graphql') || request.method() !== 'POST')
      return;
    const { operationName, variables } = (request.postDataJSON() ?? {}) as {
      operationName?: string;
      variables?: unknown;
    };
    if (operationName === POLL) return;
    // A page that has gone takes its answers along.
    const answer = await response.text().catch(() => '(gone)');
    const exchange = `${operationName ?? '?'} ${JSON.stringify(variables ?? {})} → ${response.status()} ${answer.slice(0, ANSWER_CHARACTERS)}`;
    if (NEVER.test(answer) && !this.faults.includes(exchange)) this.faults.push(exchange);
    this.see(this.answers, exchange);
  }

  private see(list: Seen[], text: string): void {
    const last = list.at(-1);
    if (last?.text === text) last.times += 1;
    else list.push({ text, at: performance.now() - this.since, times: 1 });
    if (list.length > LATEST) list.shift();
  }
}

function line({ text, at, times }: Seen): string {
  return `${(at / 1000).toFixed(1)} s: ${text}${times > 1 ? ` (${times} times)` : ''}`;
}

/** The questions a page asks, what it warns of, and what it announced that nobody waited for. */
async function inFront(page: Page): Promise<string[]> {
  const look = page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLElement>('dialog[open], [role="alert"]')].map(
      (each) => each.innerText,
    ),
    ...(window.notices ?? []).map((notice) => `announced: ${notice}`),
  ]);
  const texts = await Promise.race([look, inVain()]).catch(() => ['(the page does not answer)']);
  return texts.map(
    (text) =>
      `${new URL(page.url()).pathname}: ${text.replaceAll(/\s+/g, ' ').slice(-TEXT_CHARACTERS)}`,
  );
}

const inVain = async () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), LOOK_MS);
  });

/** What a screen reader would find on a page. */
async function onPage(page: Page): Promise<readonly [string, readonly string[]]> {
  const snapshot = await page
    .locator('body')
    .ariaSnapshot({ timeout: LOOK_MS })
    .catch(() => '(the page does not answer)');
  const lines = snapshot.split('\n');
  const rest = lines.length > PAGE_LINES ? [`… ${lines.length - PAGE_LINES} more lines`] : [];
  return [`On the page ${page.url()}`, [...lines.slice(0, PAGE_LINES), ...rest]];
}
