/** Plain HTTP calls of the console: bytes up, bytes down, and the named paths of the API. */
import { noteChange } from './changes';
import { suspectConnection } from './connection';
import { patiently } from './patient';
import { addressOf, type Endpoint } from './endpoints';
import { HttpProblem, httpProblem, isAway, noteTrace } from './problems';
import { accessToken, refreshSession } from './session';
import { apiOrigin } from './settings';
import { newTrace, traceHeaders } from './trace';

const origin = apiOrigin(location);

/** Call the API with the person's token; a refused token is renewed once. */
export async function callApi(path: string, init: RequestInit = {}): Promise<Response> {
  const trace = newTrace();
  const url = new URL(path, origin);
  const send = async () => {
    const headers = new Headers(init.headers);
    const token = await accessToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(traceHeaders(url, trace))) headers.set(name, value);
    return fetch(url, { ...init, headers });
  };
  try {
    let response = await patiently(send);
    if (response.status === 401 && (await refreshSession(-1))) response = await patiently(send);
    if (!response.ok) throw await httpProblem(response);
    if (init.method !== undefined && init.method !== 'GET') noteChange();
    return response;
  } catch (error) {
    noteTrace(error, trace.id);
    if (isAway(error)) suspectConnection();
    throw error;
  }
}

/** Post a JSON value and read the JSON answer. */
export async function postJson<T>(path: string, value: unknown): Promise<T> {
  const response = await callApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  return (await response.json()) as T;
}

export type Outcome<T = unknown> =
  | { __typename: 'Success'; id: null; told: T }
  | { __typename: 'Problem'; code: string; message: string; path: string | null };

interface Ask {
  method?: 'POST' | 'PATCH' | 'DELETE';
  /** What below the address is meant, such as a person's id. */
  below?: readonly string[];
}

/** Have a call with a name do something; what it refuses reads as the refusal of a mutation. */
export async function askEndpoint<T>(
  name: Endpoint,
  value: object,
  { method = 'POST', below = [] }: Ask = {},
): Promise<Outcome<T>> {
  try {
    const response = await callApi(addressOf(name, ...below), {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
    return { __typename: 'Success', id: null, told: readJson(await response.text()) as T };
  } catch (error) {
    if (!(error instanceof HttpProblem) || !isRefusal(error)) throw error;
    const { code, message, errors } = error;
    return { __typename: 'Problem', code, message, path: errors[0]?.path ?? null };
  }
}

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/**
 * What a person is told where they typed or pressed; any other failure is told as one. What is
 * forbidden for a reason of its own, such as the want of a passkey, is told there too.
 */
const isRefusal = ({ status, code }: HttpProblem) =>
  code !== '' && (REFUSALS.has(status) || (status === 403 && code !== 'forbidden'));

export interface Transfer<T> {
  result: Promise<T>;
  abort: () => void;
}

/** Send a form with progress, which fetch cannot report. */
export function sendForm<T>(
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  onProgress: (sent: number, total: number) => void,
): Transfer<T> {
  const request = new XMLHttpRequest();
  let aborted = false;
  const result = (async () => {
    const token = await accessToken();
    if (aborted) throw new DOMException('', 'AbortError');
    const trace = newTrace();
    return new Promise<T>((resolve, reject) => {
      const url = new URL(path, origin);
      request.open('POST', url);
      const all = {
        ...headers,
        ...traceHeaders(url, trace),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total));
      request.addEventListener('load', () => {
        const body = readJson(request.responseText);
        noteChange();
        if (request.status >= 200 && request.status < 300) resolve(body as T);
        else {
          const refused = new HttpProblem(request.status, body ?? {});
          if (isAway(refused)) suspectConnection();
          reject(traced(refused, trace.id));
        }
      });
      request.addEventListener('error', () => {
        suspectConnection();
        reject(traced(new TypeError('network'), trace.id));
      });
      request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      request.send(form);
    });
  })();
  return {
    result,
    abort() {
      aborted = true;
      request.abort();
    },
  };
}

function traced<E extends Error>(error: E, traceId: string): E {
  noteTrace(error, traceId);
  return error;
}

function readJson(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}

/** Save bytes under a name, through the browser's own download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this turn; freeing it at once loses the file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
