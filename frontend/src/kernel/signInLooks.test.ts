import Keycloak from 'keycloak-js';
import { afterEach, expect, test } from 'vitest';
import { themes } from './themes';
import { prefer, preferLanguage, resetPreferences } from './preferences';
import { inOurLooks } from './signInLooks';
import table from '../../../backend/src/signin/assets/themes.json';

async function client() {
  const identity = inOurLooks(
    new Keycloak({ url: 'http://id.test', realm: 'acme', clientId: 'console' }),
  );
  await identity.init({ checkLoginIframe: false, pkceMethod: false });
  return identity;
}
const themeIn = (address: string) => new URL(address).searchParams.get('kc_theme');

afterEach(() => {
  resetPreferences();
  delete document.documentElement.dataset['palette'];
});

test('the real client asks for the sign-in and the account page in the theme that is on the page', async () => {
  document.documentElement.dataset['palette'] = 'vela-blue';
  const identity = await client();
  expect(themeIn(identity.createAccountUrl())).toBe('vela-blue');
  expect(themeIn(await identity.createLoginUrl({ scope: 'openid profile' }))).toBe('vela-blue');
});

test('before there is one, in the theme that was chosen', async () => {
  prefer({ theme: 'saga-green' });
  expect(themeIn(await (await client()).createLoginUrl())).toBe('saga-green');
});

test('in the language that is on the page, though it was another when the client began', async () => {
  const identity = await client();
  preferLanguage('da');
  const localeIn = (address: string) => new URL(address).searchParams.getAll('ui_locales');
  expect(localeIn(identity.createAccountUrl())).toEqual(['da']);
  expect(localeIn(await identity.createLoginUrl())).toEqual(['da']);
});

test('nothing else of the address changes', async () => {
  document.documentElement.dataset['palette'] = 'arya-blue';
  const identity = inOurLooks({
    createLoginUrl: async () => 'http://id.test/auth?scope=openid%20profile',
    createAccountUrl: () => 'http://id.test/account',
  });
  expect(await identity.createLoginUrl()).toBe(
    'http://id.test/auth?scope=openid%20profile&kc_theme=arya-blue',
  );
  expect(identity.createAccountUrl()).toBe(
    'http://id.test/account?ui_locales=en&kc_theme=arya-blue',
  );
});

test('the sign-in knows every theme of the console', () => {
  expect(Object.keys(table).toSorted()).toEqual(themes.map(({ name }) => name).toSorted());
});
