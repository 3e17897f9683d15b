/**
 * Where the calls with a name go. The session holds their addresses: empty at first, and set by
 * what the page's settings say when it starts, so that an operator can move each of them.
 */
import { createStore } from './store';

export interface Endpoints {
  /** Where people sign in. */
  login: string;
  validationURL: string;
  demoDataURL: string;
  activationURL: string;
  renewURL: string;
  signURL: string;
  accountURL: string;
  billingURL: string;
  reimportURL: string;
}

const UNSET: Endpoints = {
  login: '',
  validationURL: '',
  demoDataURL: '',
  activationURL: '',
  renewURL: '',
  signURL: '',
  accountURL: '',
  billingURL: '',
  reimportURL: '',
};

/** The product's own, for a page whose settings say nothing of one. */
const USUAL: Omit<Endpoints, 'login'> = {
  validationURL: '/api/validate',
  demoDataURL: '/api/demo/generate',
  activationURL: '/api/activate',
  renewURL: '/api/renew',
  signURL: '/api/sign',
  accountURL: '/api/account',
  billingURL: '/api/billing',
  reimportURL: '/api/reimport',
};

export type Endpoint = keyof typeof USUAL;

export const endpoints = createStore<Endpoints>(UNSET);

/** Take over what the page's settings say; what they leave out stays as it is. */
export function setEndpoints(told: Partial<Endpoints>): void {
  endpoints.set({ ...endpoints.get(), ...told });
}

/** The address of a call, or of something below it, such as one person of all. */
export function addressOf(name: Endpoint, ...below: readonly string[]): string {
  return [endpoints.get()[name] || USUAL[name], ...below.map(encodeURIComponent)].join('/');
}
