/** The made-up company's webhooks: two endpoints, one of which takes nothing, and what they were told. */
import { connection } from './answer';

type Row = Record<string, unknown>;

export const endpoint = (changes: Row = {}): Row => ({
  id: '1',
  name: 'Books',
  url: 'https://books.example/hooks',
  types: ['JOURNAL_CREATED', 'PAYMENT_STATE_CHANGED'],
  state: 'ON',
  stopped: null,
  lastSuccess: '2026-11-16T08:59:00Z',
  failingSince: null,
  restsUntil: null,
  created: '2026-11-02T09:00:00Z',
  createdBy: 'Astrid Holm',
  ...changes,
});

export const endpoints: readonly Row[] = [
  endpoint(),
  endpoint({
    id: '2',
    name: 'Warehouse',
    url: 'https://stock.example/giro',
    state: 'FAILING',
    stopped: '2026-11-15T09:00:00Z',
    failingSince: '2026-11-12T09:00:00Z',
  }),
];

export const delivery = (changes: Row = {}): Row => ({
  id: '7',
  type: 'JOURNAL_CREATED',
  state: 'FAILED',
  created: '2026-11-16T08:58:00Z',
  tries: 2,
  nextTry: null,
  ended: '2026-11-16T09:03:00Z',
  status: 500,
  failure: 'STATUS',
  correlationId: '0b6c1f7a-0000-5000-8000-000000000001',
  endpoint: endpoints[0],
  messageId: 'msg_made_up',
  body: '{"type":"journal.created","data":{"after":"RECEIVED"}}',
  attempts: [
    {
      id: '12',
      at: '2026-11-16T09:03:00Z',
      milliseconds: 1250,
      status: 500,
      failure: 'STATUS',
      answer: 'no room left',
    },
    {
      id: '11',
      at: '2026-11-16T08:58:00Z',
      milliseconds: 15_000,
      status: null,
      failure: 'TOO_LATE',
      answer: '',
    },
  ],
  ...changes,
});

export const deliveries: readonly Row[] = [
  delivery(),
  delivery({
    id: '6',
    type: 'TEST',
    state: 'DELIVERED',
    status: 204,
    failure: null,
    tries: 1,
    correlationId: null,
  }),
];

const done = ({ id }: { id: string }) => ({ __typename: 'Success', id });
const secret = () => ({ __typename: 'WebhookSecret', id: '1', secret: 'whsec_bWFkZSB1cA==' });

export const resolvers = {
  webhookEndpoints: () => endpoints,
  webhookDeliveries: (page: object) => connection(deliveries, page),
  webhookDelivery: ({ id }: { id: string }) => deliveries.find((row) => row['id'] === id) ?? null,
  addWebhookEndpoint: secret,
  rotateWebhookSecret: secret,
  changeWebhookEndpoint: done,
  deleteWebhookEndpoint: done,
  testWebhookEndpoint: done,
  resendWebhookDelivery: done,
  resendFailedWebhooks: () => ({ __typename: 'WebhooksSent', count: 1 }),
};
