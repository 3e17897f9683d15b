/** What is kept of a person is told by purpose, taken as a file, and erased after a question. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UserScreen } from '@/features/users';
import { permissions } from '@/kernel/permissions';
import { prefer } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { heardOfAccounts, server } from '@/testing/server';
import { http, HttpResponse } from 'msw';
import { VERBS } from '@/testing/world/answer';

test('rows are told by purpose, each with what erasing would do to it', async () => {
  show(<UserScreen />, '/?person=u7&part=data');
  const evidence = within(await screen.findByRole('table', { name: 'Evidence' }));
  expect(evidence.getByRole('row', { name: 'Audit trail 1,204 Kept by law' })).toBeVisible();
  const account = within(screen.getByRole('table', { name: 'Account' }));
  expect(account.getByRole('row', { name: 'Users 1 Deleted' })).toBeVisible();
  expect(account.getByRole('row', { name: 'Saved views 2 Name replaced' })).toBeVisible();
  expect(screen.getByText('Kept as evidence')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Bookkeeping' })).toBeNull();
});

test('it is taken as a file in the language of the console', async () => {
  const [asked, saved]: [string[], string[]] = [[], []];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  server.use(
    http.get('*/api/account/u7/personal-data', ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse('PK');
    }),
  );
  prefer({ language: 'da' });
  const { person } = show(<UserScreen />, '/?person=u7&part=data');
  await person.click(await screen.findByRole('button', { name: 'Hent personoplysninger' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.zip$/);
  expect(asked).toEqual(['?language=da']);
  prefer({ language: 'en' });
});

test('who is disabled is erased after a question that says what stays', async () => {
  const asked = heardOfAccounts();
  const { person } = show(<UserScreen />, '/?person=u7&part=data');
  await person.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const question = screen.getByRole('dialog', { name: 'Erase the personal data of Gorm Bech?' });
  expect(question).toHaveTextContent('1 row is deleted, with the account at the sign-in.');
  expect(question).toHaveTextContent('In 2 rows the name is replaced.');
  expect(question).toHaveTextContent('1,204 rows keep the name until five years after');
  expect(asked).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Erase personal data' }));
  await waitFor(() => expect(asked).toEqual([['POST u7/actions', { action: 'erase' }]]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Gorm Bech' })).toBeNull());
});

test('a refusal stays in the question', async () => {
  server.use(
    http.post('*/api/account/u7/actions', () =>
      HttpResponse.json(
        { status: 409, code: 'users.not_disabled', detail: 'Disable this person first' },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  );
  const { person } = show(<UserScreen />, '/?person=u7&part=data');
  await person.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const question = within(screen.getByRole('dialog', { name: /^Erase the personal data/ }));
  await person.click(question.getByRole('button', { name: 'Erase personal data' }));
  expect(await question.findByRole('alert')).toHaveTextContent('Disable this person first');
});

test('nobody is erased who may sign in, and it is said why', async () => {
  show(<UserScreen />, '/?person=u4&part=data');
  const button = await screen.findByRole('button', { name: 'Erase personal data' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(/^Disable this person first/);
});

test('without the permission there is no such tab', async () => {
  permissions.set({ verbs: new Set(VERBS.filter((verb) => verb !== 'users.erase')) });
  show(<UserScreen />, '/?person=u7');
  expect(await screen.findByRole('tab', { name: 'History' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Personal data' })).toBeNull();
  permissions.set({ verbs: new Set(VERBS) });
});
