/**
 * What went wrong, in one shape for every screen. This file alone decides whether a failure
 * means "not allowed", "not there", "sign in again", "wait for the sign-in service" or "try again".
 */
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';
import { providerSilent } from './provider';

export type ProblemKind =
  | 'unauthenticated'
  | 'silent'
  | 'forbidden'
  | 'missing'
  | 'input'
  | 'conflict'
  | 'busy'
  | 'offline'
  | 'fault';

export interface ProblemReport {
  kind: ProblemKind;
  /** The server's sentence, when it sent one that is fit to show. */
  detail: string | null;
  /** What support needs to find the trace. */
  correlationId: string | null;
}

const KINDS: Readonly<Record<string, ProblemKind>> = {
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'missing',
  INVALID_INPUT: 'input',
  TOO_COMPLEX: 'input',
  CONFLICT: 'conflict',
  RATE_LIMITED: 'busy',
  UNAVAILABLE: 'busy',
  INTERNAL: 'fault',
};

interface Refused {
  code: string;
  message: string;
}

let inWords = ({ message }: Refused): string => message;

/** How refusals are said in the reader's language; until somebody knows, in the server's own words. */
export function sayRefusals(say: (refused: Refused) => string): void {
  inWords = say;
}

const traces = new WeakMap<object, string>();

/** Remember which trace an error belongs to, for the person who reports it. */
export function noteTrace(error: unknown, traceId: string): void {
  if (typeof error !== 'object' || error === null) return;
  traces.set(error, traceId);
  // The client wraps a GraphQL answer anew on its way up; the single errors stay the same objects.
  if (CombinedGraphQLErrors.is(error)) for (const each of error.errors) traces.set(each, traceId);
}

/** A refusal of a plain HTTP call, as RFC 9457 words it. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly correlationId: string | null;
  readonly errors: readonly { path?: string; line?: number; code?: string; message: string }[];

  constructor(
    status: number,
    body: Partial<{
      title: string;
      detail: string;
      code: string;
      correlationId: string;
      errors: HttpProblem['errors'];
    }>,
  ) {
    super(body.detail ?? body.title ?? '');
    this.name = 'HttpProblem';
    this.status = status;
    this.code = body.code ?? '';
    this.correlationId = body.correlationId ?? null;
    this.errors = body.errors ?? [];
  }
}

/** Read the problem body of a refused response; a body of another kind leaves the status. */
export async function httpProblem(response: Response): Promise<HttpProblem> {
  const typed = response.headers.get('content-type')?.includes('json');
  const body = typed ? await response.json().catch(() => ({})) : {};
  return new HttpProblem(response.status, body as object);
}

const statusKind = (status: number): ProblemKind => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 409) return 'conflict';
  if (status === 429 || status === 503 || status === 502 || status === 504) return 'busy';
  return status >= 400 && status < 500 ? 'input' : 'fault';
};

const AWAY = new Set([502, 503, 504]);

/** Whether a call failed since the server, or what it stands on, does not answer. */
export function isAway(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error))
    return error.errors.some((each) => each.extensions?.['code'] === 'UNAVAILABLE');
  if (error instanceof HttpProblem) return AWAY.has(error.status);
  if (ServerError.is(error)) return AWAY.has(error.statusCode);
  return reported(error).kind === 'offline';
}

/** Whether a call was refused since the server counts the session as ended. */
export function isEndedSession(error: unknown): boolean {
  const first = ServerError.is(error) ? firstIn(error.bodyText) : undefined;
  return first?.extensions?.['reason'] === 'session_ended';
}

/** Any failure, told in the one shape. */
export function problemOf(error: unknown): ProblemReport {
  const report = reported(error);
  // Signing in again is no advice while nobody can.
  return report.kind === 'unauthenticated' && providerSilent.get()
    ? { ...report, kind: 'silent', detail: null }
    : report;
}

function reported(error: unknown): ProblemReport {
  const trace = typeof error === 'object' && error !== null ? (traces.get(error) ?? null) : null;
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0];
    const extensions = first?.extensions ?? {};
    const named = [extensions['incident'], extensions['correlationId']].find(
      (id): id is string => typeof id === 'string',
    );
    const kind = KINDS[String(extensions['code'])] ?? 'fault';
    return {
      kind,
      detail: said(kind, first),
      correlationId: named ?? trace ?? (first ? (traces.get(first) ?? null) : null),
    };
  }
  if (error instanceof HttpProblem) {
    return {
      kind: statusKind(error.status),
      detail: (error.message && inWords(error)) || null,
      correlationId: error.correlationId ?? trace,
    };
  }
  if (ServerError.is(error)) {
    const kind = statusKind(error.statusCode);
    return { kind, detail: said(kind, firstIn(error.bodyText)), correlationId: trace };
  }
  // fetch rejects with a TypeError when nothing answered at all.
  const offline =
    error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError');
  return { kind: offline ? 'offline' : 'fault', detail: null, correlationId: trace };
}

/** Why, in the reader’s words; a fault is nothing that words of the server explain. */
function said(kind: ProblemKind, first: GraphQLFormattedError | undefined): string | null {
  if (kind === 'fault' || !first) return null;
  const reason: unknown = first.extensions?.['reason'];
  return inWords({ code: typeof reason === 'string' ? reason : '', message: first.message });
}

/** The first refusal in a body that came with a status of its own, and so was not read. */
function firstIn(body: string): GraphQLFormattedError | undefined {
  try {
    return (JSON.parse(body) as { errors?: readonly GraphQLFormattedError[] }).errors?.[0];
  } catch {
    // A proxy's page.
    return undefined;
  }
}
