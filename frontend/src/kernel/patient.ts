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
          const seconds = tries > 1 ? secondsToWait(error) : null;
          return seconds === null
            ? throwError(() => error)
            : timer(seconds * 1000).pipe(switchMap(() => ask(tries - 1)));
        }),
      );
    return ask(TRIES);
  });
}

function secondsToWait(error: unknown): number | null {
  if (!ServerError.is(error) || error.statusCode !== 429) return null;
  const told = Number(error.response.headers.get('retry-after') ?? Number.NaN);
  return told >= 0 && told <= LONGEST_S ? told : null;
}
