/** What the server had no time for is asked again when it says so: nothing of it was done. */
import { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { catchError, defer, switchMap, throwError, timer, type Observable } from 'rxjs';

const TRIES = 4;
/** Who has to wait longer is told so. */
const LONGEST_S = 5;

/** Waits for those who were refused because much was asked of late, a few times. */
export function patient(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const ask = (tries: number): Observable<ApolloLink.Result> =>
      defer(() => forward(operation)).pipe(
        catchError((error: unknown) => {
          const wait = tries > 1 && ServerError.is(error) ? millisecondsToWait(error.response) : 0;
          return wait ? timer(wait).pipe(switchMap(() => ask(tries - 1))) : throwError(() => error);
        }),
      );
    return ask(TRIES);
  });
}

/** As above, for a call that is no question to the graph. */
export async function patiently(send: () => Promise<Response>, tries = TRIES): Promise<Response> {
  const response = await send();
  const wait = tries > 1 && millisecondsToWait(response);
  if (!wait) return response;
  await new Promise((resolve) => setTimeout(resolve, wait));
  return patiently(send, tries - 1);
}

function millisecondsToWait({ status, headers }: Response): number {
  const told = status === 429 ? Number(headers.get('retry-after')) : 0;
  return told <= LONGEST_S ? told * 1000 : 0;
}
