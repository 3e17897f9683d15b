/** The made-up server for component tests; single fields can be bent for one test. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { answer, type Answers } from './world/answer';

let bent: Answers = {};

export const server = setupServer(
  http.all('*/api/*', ({ request }) => answer(request, bent)),
  // Asked after a call that failed: the server itself is there.
  http.get('*/healthz/ready', () => HttpResponse.json({ status: 'ok' })),
);

/** Answer some fields differently until the test ends. */
export function bend(answers: Answers): void {
  bent = { ...bent, ...answers };
}

/** What an address below `/api/` was asked, each time, where it does all that it is asked. */
export function heardAt(path: string): object[] {
  const asked: object[] = [];
  server.use(
    http.all(`*${path}`, async ({ request }) => {
      asked.push((await request.json()) as object);
      return HttpResponse.json({});
    }),
  );
  return asked;
}

/** What was asked of one person by the account calls, each time, as the address below it and what was sent. */
export function heardOfAccounts(answered: object = {}): [string, object][] {
  const asked: [string, object][] = [];
  server.use(
    http.all('*/api/account/*', async ({ request }) => {
      const below = new URL(request.url).pathname.replace('/api/account/', '');
      asked.push([`${request.method} ${below}`, (await request.json()) as object]);
      return HttpResponse.json(answered);
    }),
  );
  return asked;
}

/** Answer as usual again. */
export function mend(): void {
  bent = {};
  server.resetHandlers();
}
