/**
 * What several parts of a page ask in one breath goes out once: nothing can have happened in
 * between, so one answer is true for all. Asked again later, it is asked again, even while the
 * first still waits: that one may be from before a change.
 */
import { ApolloLink, type Observable } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { shareReplay } from 'rxjs';

export function onceABreath(): ApolloLink {
  const breath = new Map<string, Observable<ApolloLink.Result>>();
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    if (breath.size === 0) queueMicrotask(() => breath.clear());
    const key = JSON.stringify([operation.operationName, operation.variables]);
    const asked =
      breath.get(key) ?? forward(operation).pipe(shareReplay({ refCount: true, bufferSize: 1 }));
    breath.set(key, asked);
    return asked;
  });
}
