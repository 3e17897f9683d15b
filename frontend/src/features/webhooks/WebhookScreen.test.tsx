import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { delivery, endpoint } from '@/testing/world/webhooks';
import { toasts } from '@/ui';
import { WebhookScreen } from '.';

beforeEach(() => permissions.set({ verbs: new Set(['webhooks.read', 'webhooks.change']) }));

const success = () => ({ __typename: 'Success', id: '1' });

test('is loading, then shows how each endpoint fares and what it was told', async () => {
  show(<WebhookScreen />);
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  const books = await screen.findByRole('listitem', { name: 'Books' });
  expect(books).toHaveTextContent('Enabled');
  expect(books).toHaveTextContent('Journal created, Payment state changed');
  const stock = screen.getByRole('listitem', { name: 'Warehouse' });
  expect(stock).toHaveTextContent('Disabled: failed for days');
  expect(within(stock).getByRole('button', { name: 'Send a test to Warehouse' })).toBeDisabled();
  const table = await screen.findByRole('table', { name: 'Deliveries' });
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Refused 500');
});

test('one that fails but is tried says so', async () => {
  bend({ webhookEndpoints: () => [endpoint({ failingSince: '2026-11-16T08:00:00Z' })] });
  show(<WebhookScreen />);
  const books = await screen.findByRole('listitem', { name: 'Books' });
  expect(books).toHaveTextContent('Failing since');
  expect(books).not.toHaveTextContent('Enabled');
});

test('says what endpoints are for while there is none, and offers nothing to who may only read', async () => {
  permissions.set({ verbs: new Set(['webhooks.read']) });
  bend({ webhookEndpoints: () => [] });
  show(<WebhookScreen />);
  expect(await screen.findByRole('heading', { name: 'No endpoints yet' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add endpoint' })).toBeNull();
});

test('says that the endpoints cannot be read', async () => {
  bend({
    webhookEndpoints: () => {
      throw refusal('UNAVAILABLE', 'no');
    },
  });
  show(<WebhookScreen />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('an endpoint is added, and its secret is shown until it is stored', async () => {
  const sent: unknown[] = [];
  bend({
    addWebhookEndpoint: (args: { endpoint: object }) => {
      sent.push(args.endpoint);
      return { __typename: 'WebhookSecret', id: '3', secret: 'whsec_bWFkZSB1cA==' };
    },
  });
  const { person } = show(<WebhookScreen />);
  await person.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  const dialog = screen.getByRole('dialog', { name: 'Add endpoint' });
  const go = within(dialog).getByRole('button', { name: 'Add endpoint' });
  for (const box of within(dialog).getAllByRole('checkbox').slice(0, 7)) await person.click(box);
  await person.click(go);
  for (const flaw of ['Enter a name.', 'Choose at least one event.'])
    expect(within(dialog).getAllByText(flaw)[0]).toBeVisible();
  expect(sent).toEqual([]);
  await person.click(within(dialog).getByRole('checkbox', { name: 'Message raised' }));
  await person.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Chat');
  await person.type(within(dialog).getByRole('textbox', { name: /^Address/ }), 'chat.example/in');
  await person.click(go);
  const told = await screen.findByRole('dialog', { name: 'Secret of Chat' });
  expect(told).toHaveTextContent('whsec_bWFkZSB1cA==');
  expect(sent).toEqual([
    { name: 'Chat', url: 'https://chat.example/in', types: ['MESSAGE_RAISED'], on: true },
  ]);
  await person.click(within(told).getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('whsec_bWFkZSB1cA==')).toBeNull();
});

test('what the server refuses stands at its field, in Danish', async () => {
  preferLanguage('da');
  bend({
    changeWebhookEndpoint: () => ({
      __typename: 'Problem',
      code: 'webhooks.private_address',
      message: 'no',
      path: 'url',
    }),
  });
  const { person } = show(<WebhookScreen />);
  await person.click(await screen.findByRole('button', { name: 'Ændr Books' }));
  const dialog = screen.getByRole('dialog', { name: 'Ændr Books' });
  expect(within(dialog).getAllByRole('checkbox', { checked: true })).toHaveLength(3);
  await person.click(within(dialog).getByRole('button', { name: 'Gem' }));
  expect(
    (await within(dialog).findAllByText(/Adressen fører ind i et privat netværk/))[0],
  ).toBeVisible();
  preferLanguage('en');
});

test('a secret is rotated after the question, and shown', async () => {
  bend({
    rotateWebhookSecret: () => ({ __typename: 'WebhookSecret', id: '1', secret: 'whsec_bmV3' }),
  });
  const { person } = show(<WebhookScreen />);
  await person.click(await screen.findByRole('button', { name: 'Rotate the secret of Books' }));
  const dialog = screen.getByRole('dialog', { name: 'Rotate the secret of Books' });
  expect(dialog).toHaveTextContent('For 24 hours both sign');
  await person.click(within(dialog).getByRole('button', { name: 'Rotate secret' }));
  expect(await screen.findByText('whsec_bmV3')).toBeVisible();
});

test('a test is sent, and an endpoint deleted after the question', async () => {
  const done: string[] = [];
  bend({
    testWebhookEndpoint: ({ id }: { id: string }) => (done.push(`test ${id}`), success()),
    deleteWebhookEndpoint: ({ id }: { id: string }) => (done.push(`delete ${id}`), success()),
  });
  const { person } = show(<WebhookScreen />);
  await person.click(await screen.findByRole('button', { name: 'Send a test to Books' }));
  await waitFor(() => expect(done).toEqual(['test 1']));
  await person.click(screen.getByRole('button', { name: 'Delete Warehouse' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete Warehouse' });
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(done).toEqual(['test 1', 'delete 2']));
});

test('all that failed since a day is sent again, and how many they are is told', async () => {
  const sent: { id: string; since: string }[] = [];
  bend({
    resendFailedWebhooks: (args: { id: string; since: string }) => {
      sent.push(args);
      return { __typename: 'WebhooksSent', count: 1 };
    },
  });
  const { person } = show(<WebhookScreen />);
  const open = { name: 'Send all that failed to Books again' };
  await person.click(await screen.findByRole('button', open));
  const dialog = screen.getByRole('dialog', open);
  await person.click(within(dialog).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z$/);
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain('1 delivery is sent again.'),
  );
});

test('a delivery shows its attempts and what is posted, and is sent again', async () => {
  const sent: string[] = [];
  bend({ resendWebhookDelivery: ({ id }: { id: string }) => (sent.push(id), success()) });
  const { person } = show(<WebhookScreen />, '/?delivery=7');
  const drawer = await screen.findByRole('dialog', { name: 'Journal created' });
  const attempts = within(drawer).getByRole('list', { name: 'Attempts' });
  expect(within(attempts).getAllByRole('listitem')[0]).toHaveTextContent('no room left');
  expect(within(attempts).getAllByRole('listitem')[1]).toHaveTextContent('No answer in time');
  expect(drawer).toHaveTextContent('"after": "RECEIVED"');
  await person.click(within(drawer).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent).toEqual(['7']));
});

test('what waits behind a refused one tells when the endpoint may be called again', async () => {
  const busy = endpoint({
    failingSince: '2026-11-16T08:00:00Z',
    restsUntil: '2026-11-16T11:30:00Z',
  });
  bend({
    webhookEndpoints: () => [busy],
    webhookDelivery: () => delivery({ state: 'WAITING', endpoint: busy }),
  });
  show(<WebhookScreen />, '/?delivery=7');
  const drawer = await screen.findByRole('dialog', { name: 'Journal created' });
  expect(drawer).toHaveTextContent(/Next attempt.*11:30/);
  expect(screen.getByText('No attempt before').parentElement).toHaveTextContent('11:30');
});

test('one that is tried later still than its endpoint says its own time', async () => {
  bend({
    webhookDelivery: () =>
      delivery({
        state: 'WAITING',
        endpoint: endpoint({ restsUntil: '2026-11-16T11:30:00Z' }),
        nextTry: '2026-11-16T12:45:00Z',
      }),
  });
  show(<WebhookScreen />, '/?delivery=7');
  const drawer = await screen.findByRole('dialog', { name: 'Journal created' });
  expect(drawer).toHaveTextContent(/Next attempt.*12:45/);
});

test('one of a disabled endpoint waits for that, and one that is no more says so', async () => {
  const waiting = delivery({ state: 'WAITING', endpoint: endpoint({ state: 'OFF' }) });
  bend({ webhookDelivery: ({ id }: { id: string }) => (id === '7' ? waiting : null) });
  show(<WebhookScreen />, '/?delivery=7');
  const drawer = await screen.findByRole('dialog', { name: 'Journal created' });
  expect(drawer).toHaveTextContent('once the endpoint is enabled');
  expect(within(drawer).getByRole('button', { name: 'Send again' })).toBeDisabled();
});

test('a number of no delivery says so, and a filter that leaves nothing can be cleared', async () => {
  bend({ webhookDeliveries: () => connection([]) });
  const { person, addressNow } = show(<WebhookScreen />, '/?delivery=99&state=FAILED');
  expect(await screen.findByText(/There is no such delivery/)).toBeInTheDocument();
  await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  await waitFor(() => expect(addressNow()).not.toContain('FAILED'));
});
