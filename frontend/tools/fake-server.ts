/**
 * A stand-in for server and sign-in, for looking at screens while developing. It answers from
 * the same made-up world as the tests and is never part of a build.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';

interface World {
  answer: (request: Request) => Promise<Response | undefined>;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object) => `${base64url({ alg: 'none' })}.${base64url(claims)}.x`;

export function fakeServer(): Plugin {
  const codes = new Map<string, string>();
  return {
    name: 'giroscope-fake-server',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void serve(server, codes, request, response).then((served) => (served ? undefined : next()), next);
      });
    },
  };
}

async function serve(server: ViteDevServer, codes: Map<string, string>, incoming: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  if (url.pathname === '/settings.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(`window.giroscope = ${JSON.stringify({ identityUrl: url.origin, realm: 'giroscope', clientId: 'giroscope-console', realmName: 'Nordhavn Handel A/S', version: 'dev', maxUploadBytes: 4_294_967_296 })};`);
    return true;
  }
  if (url.pathname.startsWith('/realms/')) return identity(url, codes, incoming, response);
  if (!url.pathname.startsWith('/api/')) return false;
  const { answer } = (await server.ssrLoadModule('/src/testing/world/answer.ts')) as World;
  const body = ['GET', 'HEAD'].includes(incoming.method ?? 'GET') ? undefined : await bodyOf(incoming);
  const answered = await answer(new Request(url, { method: incoming.method ?? 'GET', headers: incoming.headers as Record<string, string>, ...(body ? { body: new Uint8Array(body) } : {}) }));
  if (!answered) return false;
  response.statusCode = answered.status;
  answered.headers.forEach((value, name) => response.setHeader(name, value));
  response.end(Buffer.from(await answered.arrayBuffer()));
  return true;
}

async function identity(url: URL, codes: Map<string, string>, incoming: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (url.pathname.endsWith('/auth')) {
    const code = Math.random().toString(36).slice(2);
    codes.set(code, url.searchParams.get('nonce') ?? '');
    response.statusCode = 302;
    response.setHeader('location', `${url.searchParams.get('redirect_uri')}#state=${url.searchParams.get('state')}&code=${code}`);
    response.end();
    return true;
  }
  if (url.pathname.endsWith('/token')) {
    const form = new URLSearchParams((await bodyOf(incoming)).toString());
    const nonce = codes.get(form.get('code') ?? '') ?? '';
    const now = Math.floor(Date.now() / 1000);
    const person = { sub: 'u1', preferred_username: 'admin', name: 'Astrid Holm', iat: now, exp: now + 900, nonce };
    const roles = ['debug', 'logs', 'payment-approver', 'account-management', 'billing', 'upload'].map((role) => `giroscope-${role}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: token({ ...person, realm_access: { roles } }), id_token: token(person), refresh_token: token(person), token_type: 'Bearer', expires_in: 900 }));
    return true;
  }
  response.statusCode = 302;
  response.setHeader('location', url.searchParams.get('post_logout_redirect_uri') ?? '/');
  response.end();
  return true;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
