/** The made-up server for component tests; single fields can be bent for one test. */
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { answer, type Answers } from './world/answer';

let bent: Answers = {};

export const server = setupServer(http.all('*/api/*', ({ request }) => answer(request, bent)));

/** Answer some fields differently until the test ends. */
export function bend(answers: Answers): void {
  bent = { ...bent, ...answers };
}

/** Answer as usual again. */
export function mend(): void {
  bent = {};
  server.resetHandlers();
}
