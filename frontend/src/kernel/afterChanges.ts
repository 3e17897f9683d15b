/**
 * An answer that was on its way while something changed is asked for again, so that whoever asked
 * after the change and shares the answer is not told what was before it.
 */
import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { defer, finalize, of, switchMap, type Observable } from 'rxjs';
import { changesSoFar, noteChange } from './changes';

/** Where changes never end, the third answer is as good as a fourth. */
const TRIES = 3;

/** Asks again for answers from before a change, and counts the changes that go through here. */
export function afterChanges(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY)
      return forward(operation).pipe(finalize(() => noteChange()));
    const ask = (tries: number): Observable<ApolloLink.Result> =>
      defer(() => {
        const known = changesSoFar();
        return forward(operation).pipe(
          switchMap((answer) =>
            changesSoFar() === known || tries === 1 ? of(answer) : ask(tries - 1),
          ),
        );
      });
    return ask(TRIES);
  });
}
