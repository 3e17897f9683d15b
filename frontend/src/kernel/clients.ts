/**
 * The two GraphQL clients: `data` carries the person's token, `public` carries none. Both answer
 * from what was read and ask the same once at a time; what is read otherwise is named there.
 */
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { BaseHttpLink } from '@apollo/client/link/http';
import { Kind } from 'graphql';
import { catchError, from, switchMap, throwError, timer } from 'rxjs';
import { afterChanges } from './afterChanges';
import { onChange, type IsMeant } from './changes';
import { inOrder } from './inOrder';
import { suspectConnection } from './connection';
import { patient } from './patient';
import { isAway, isEndedSession, noteTrace } from './problems';
import { providerSilent } from './provider';
import { accessToken, endedByServer, refreshSession, sessionLost } from './session';
import { apiOrigin } from './settings';
import { newTrace, traceHeaders } from './trace';

const origin = apiOrigin(location);

/** The poll goes as GET, so that the browser's cache can answer 304 for it. */
const POLL_OPERATION = 'SystemMessagePoll';

const tracing = (uri: string) =>
  new ApolloLink((operation, forward) => {
    const trace = newTrace();
    operation.setContext(({ headers }) => ({
      traceId: trace.id,
      headers: { ...headers, ...traceHeaders(uri, trace) },
    }));
    return forward(operation);
  });

const bearing = new SetContextLink(async ({ headers }) => {
  const token = await accessToken();
  return token ? { headers: { ...headers, authorization: `Bearer ${token}` } } : { headers };
});

function isRefusedSignIn(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode === 401;
  return (
    CombinedGraphQLErrors.is(error) &&
    error.errors.some((each) => each.extensions?.['code'] === 'UNAUTHENTICATED')
  );
}

/** Tokens tell the second they were made in, and one of the second of an end counts as made before it. */
const NEXT_SECOND_MS = 1000;

/** A refused token is renewed, a second later once more, and the call repeated; then its refusal passes by here. */
const renewing = new ErrorLink(({ error, operation, forward }) => {
  // A silent provider is asked by the session itself, again and again.
  if (!isRefusedSignIn(error) || providerSilent.get()) return undefined;
  operation.setContext({ renewed: true });
  const again = () =>
    from(refreshSession(-1)).pipe(
      switchMap((valid) => (valid ? forward(operation) : throwError(() => error))),
    );
  return again().pipe(
    catchError((refused: unknown) =>
      refused !== error && isRefusedSignIn(refused)
        ? timer(NEXT_SECOND_MS).pipe(switchMap(again))
        : throwError(() => refused),
    ),
  );
});

/** What reaches the screen in the end, after a renewal too. */
const noting = new ErrorLink(({ error, operation }) => {
  const { traceId, renewed } = operation.getContext();
  noteTrace(error, String(traceId ?? ''));
  if (isAway(error)) suspectConnection();
  if (!renewed || !isRefusedSignIn(error)) return;
  if (isEndedSession(error)) void endedByServer();
  else sessionLost.set(!providerSilent.get());
});

/** The plain link: `HttpLink` would send along which library asks. */
const http = (uri: string) =>
  ApolloLink.split(
    ({ operationName }) => operationName === POLL_OPERATION,
    new BaseHttpLink({ uri, useGETForQueries: true }),
    new BaseHttpLink({ uri }),
  );

function makeCache(): InMemoryCache {
  const embedded = { merge: true };
  return new InMemoryCache({
    typePolicies: {
      Journal: { keyFields: ['correlationId'] },
      // There is one of each, however much of it is asked for.
      Demo: { keyFields: [] },
      ErpConfiguration: { keyFields: [] },
      // A graph belongs to the days it was asked for.
      StatementGraph: { keyFields: false },
      // Their ids are of records of several kinds.
      MatchCandidate: { keyFields: false },
      MatchedSide: { keyFields: false },
      ApprovalFacts: embedded,
      FindingCounts: embedded,
      ImportCounts: embedded,
      JournalApproval: embedded,
      JournalCounts: embedded,
      Money: embedded,
      Reconciliation: embedded,
    },
  });
}

const REMEMBERING = {
  queryDeduplication: true,
  defaultOptions: {
    watchQuery: { fetchPolicy: 'cache-first' },
    query: { fetchPolicy: 'cache-first' },
  },
} as const;

const dataUri = `${origin}/api/data/graphql`;
const publicUri = `${origin}/api/public/graphql`;

export const dataClient = new ApolloClient({
  cache: makeCache(),
  ...REMEMBERING,
  link: ApolloLink.from([
    afterChanges(),
    inOrder(),
    noting,
    // The poll comes again by itself.
    ApolloLink.split(({ operationName }) => operationName !== POLL_OPERATION, patient()),
    renewing,
    tracing(dataUri),
    bearing,
    http(dataUri),
  ]),
});

export const publicClient = new ApolloClient({
  cache: makeCache(),
  ...REMEMBERING,
  link: ApolloLink.from([tracing(publicUri), new BaseHttpLink({ uri: publicUri })]),
});

// What was refused while the provider was silent is asked again once it answers.
providerSilent.subscribe(() => {
  if (!providerSilent.get())
    void dataClient.refetchQueries({ include: 'active' }).catch(() => undefined);
});

/** Forget answers that no screen shows now, of these fields: they are asked for again. */
function forgetUnseen(isMeant: IsMeant): void {
  const { cache } = dataClient;
  if (!(cache instanceof InMemoryCache)) return;
  const seen = new Set(
    [...dataClient.getObservableQueries('active')].flatMap((query) =>
      query.query.definitions.flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? definition.selectionSet.selections.flatMap((field) =>
              field.kind === Kind.FIELD
                ? cache.policies.getStoreFieldName({
                    typename: 'Query',
                    fieldName: field.name.value,
                    field,
                    variables: query.variables,
                  })
                : [],
            )
          : [],
      ),
    ),
  );
  cache.modify({
    id: 'ROOT_QUERY',
    broadcast: false,
    fields: (value: unknown, { fieldName, storeFieldName, DELETE }) =>
      fieldName === '__typename' || seen.has(storeFieldName) || !isMeant(fieldName)
        ? value
        : DELETE,
  });
}

// What is on screen asks by itself.
onChange(forgetUnseen);

/** Forget everything both clients have read, without asking for it again. */
export async function clearCaches(): Promise<void> {
  await Promise.all([dataClient.clearStore(), publicClient.clearStore()]);
}
