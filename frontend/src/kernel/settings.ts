/**
 * Where this page belongs: identity server, realm, client and API origin. Values come from
 * the page's `/settings.js`; nothing else in the console reads them.
 */
import type { Endpoints } from './endpoints';

export interface PageSettings {
  identityUrl: string;
  realm: string;
  clientId: string;
  realmName: string;
  version: string;
  /** What kind of installation this is, such as `production` or `test`; empty when it does not say. */
  environment: string;
  maxUploadBytes: number | null;
  /** Origins of accounting systems that may open a window here and be told what came of it. */
  erpOrigins: readonly string[];
  /** Where the calls with a name go; what is left out stays where it usually is. */
  endpoints: Partial<Endpoints>;
}

declare global {
  interface Window {
    giroscope?: Partial<PageSettings>;
  }
}

const BUILT_IN_REALM = 'giroscope';
const IP_ADDRESS = /^(\d+\.){3}\d+$|:/;

/**
 * The realm of a host: its first label when it has more than one, as the server reads it. An IP
 * address has dots but no labels.
 */
export function realmOfHost(host: string): string | null {
  const name = host.replace(/^\[|\]$/g, '');
  if (IP_ADDRESS.test(name)) return null;
  const [first, ...rest] = name.split('.');
  return rest.length > 0 && first ? first : null;
}

/** The settings in force for a page. */
export function pageSettings(
  page: { hostname: string },
  given: Partial<PageSettings> = {},
): PageSettings {
  const realm = realmOfHost(page.hostname) ?? given.realm ?? BUILT_IN_REALM;
  return {
    identityUrl: given.endpoints?.login || given.identityUrl || `http://${page.hostname}:8088`,
    realm,
    clientId: given.clientId ?? 'giroscope-console',
    realmName: given.realmName ?? realm,
    version: given.version ?? '',
    environment: given.environment ?? '',
    maxUploadBytes: given.maxUploadBytes ?? null,
    erpOrigins: given.erpOrigins ?? [],
    endpoints: given.endpoints ?? {},
  };
}

/** The API's origin: the page's own, or port 8087 on a bare localhost without a port. */
export function apiOrigin(page: {
  protocol: string;
  hostname: string;
  port: string;
  origin: string;
}): string {
  return page.hostname === 'localhost' && page.port === ''
    ? `${page.protocol}//localhost:8087`
    : page.origin;
}

/** The largest upload this installation takes, in bytes; null when the page does not say. */
export function uploadLimit(
  given: Partial<PageSettings> | undefined = globalThis.window.giroscope,
): number | null {
  return given?.maxUploadBytes ?? null;
}
