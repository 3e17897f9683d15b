/** One endpoint: how it fares, what it is told, and what can be done with it. */
import { useMutation } from '@apollo/client/react';
import { TestWebhookEndpointDocument, type WebhookEndpointLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, Facts, InstantText, Tag, useAct } from '@/ui';
import { labels } from '../labels';

type Endpoint = WebhookEndpointLineFragment;

export type Verb = 'change' | 'rotate' | 'sendFailed' | 'remove';

interface EndpointCardProps {
  endpoint: Endpoint;
  onAsk: (verb: Verb, endpoint: Endpoint) => void;
}

export function EndpointCard({ endpoint, onAsk }: EndpointCardProps) {
  const words = useLabels(labels);
  const mayChange = useMay('webhooks.change');
  const { name, url, types, state, stopped, lastSuccess, failingSince, restsUntil } = endpoint;
  return (
    <li className="g-card wh-endpoint" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <EndpointTag endpoint={endpoint} />
      </header>
      <code className="wh-url">{url}</code>
      <Facts
        facts={[
          [words.lastSuccess, lastSuccess && <InstantText value={lastSuccess} />],
          ...(state === 'ON' && failingSince
            ? [[words.failingSince, <InstantText key="failing" value={failingSince} />] as const]
            : []),
          ...(state === 'ON' && restsUntil
            ? [[words.restsUntil, <InstantText key="rests" value={restsUntil} seconds />] as const]
            : []),
          ...(stopped
            ? [[words.stoppedSince, <InstantText key="stopped" value={stopped} />] as const]
            : []),
          [words.events, types.map((type) => words[type]).join(', ')],
          [
            words.made,
            <span key="made">
              <InstantText value={endpoint.created} /> {words.by(endpoint.createdBy)}
            </span>,
          ],
        ]}
      />
      {mayChange && <Verbs endpoint={endpoint} onAsk={onAsk} />}
    </li>
  );
}

function EndpointTag({ endpoint: { state, failingSince } }: { endpoint: Endpoint }) {
  const words = useLabels(labels);
  if (state === 'ON' && failingSince)
    return (
      <Tag tone="warn" icon="exclamation-triangle">
        {words.failingNow}
      </Tag>
    );
  if (state === 'ON')
    return (
      <Tag tone="good" icon="check">
        {words.ON}
      </Tag>
    );
  return (
    <Tag tone={state === 'OFF' ? 'neutral' : 'bad'} icon="times">
      {words[state]}
    </Tag>
  );
}

function Verbs({ endpoint, onAsk }: EndpointCardProps) {
  const words = useLabels(labels);
  const act = useAct();
  const [test, { loading }] = useMutation(TestWebhookEndpointDocument);
  const { id, name, state } = endpoint;
  const isOff = state !== 'ON';
  const off = { disabled: isOff, title: isOff ? words.offReason : undefined };
  return (
    <div className="g-actions">
      <Button
        small
        icon="send"
        busy={loading}
        aria-label={words.testOf(name)}
        onClick={() =>
          void act(
            async () => (await test({ variables: { id } })).data?.testWebhookEndpoint,
            words.tested,
          )
        }
        {...off}
      >
        {words.test}
      </Button>
      <Button
        small
        icon="pencil"
        aria-label={words.changeOf(name)}
        onClick={() => onAsk('change', endpoint)}
      >
        {words.change}
      </Button>
      <Button
        small
        icon="key"
        aria-label={words.rotateOf(name)}
        onClick={() => onAsk('rotate', endpoint)}
      >
        {words.rotate}
      </Button>
      <Button
        small
        icon="refresh"
        aria-label={words.sendFailedOf(name)}
        onClick={() => onAsk('sendFailed', endpoint)}
        {...off}
      >
        {words.sendFailed}
      </Button>
      <Button
        small
        look="quiet"
        icon="trash"
        aria-label={words.removeOf(name)}
        onClick={() => onAsk('remove', endpoint)}
      >
        {words.remove}
      </Button>
    </div>
  );
}
