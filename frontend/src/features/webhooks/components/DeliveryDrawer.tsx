/** One delivery with its attempts and what is posted; sends it again. */
import { useMutation, useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import {
  OneWebhookDeliveryDocument,
  ResendWebhookDeliveryDocument,
  type OneWebhookDeliveryQuery,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { AS_READ } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, CopyId, Drawer, Facts, InstantText, QueryStates, Skeleton, useAct } from '@/ui';
import { labels } from '../labels';
import { DeliveryTag } from './DeliveryTag';

interface DeliveryDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

type Delivery = NonNullable<OneWebhookDeliveryQuery['webhookDelivery']>;

export function DeliveryDrawer({ id, ...walk }: DeliveryDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(OneWebhookDeliveryDocument, { variables: { id }, fetchPolicy: AS_READ });
  const delivery = query.data?.webhookDelivery;
  return (
    <Drawer title={delivery ? words[delivery.type] : words.deliveries} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ webhookDelivery }) =>
          webhookDelivery ? (
            <Told delivery={webhookDelivery} />
          ) : (
            <p className="g-muted">{words.noSuch}</p>
          )
        }
      </QueryStates>
    </Drawer>
  );
}

function Told({ delivery }: { delivery: Delivery }) {
  const words = useLabels(labels);
  const mayChange = useMay('webhooks.change');
  const act = useAct();
  const [resend, { loading }] = useMutation(ResendWebhookDeliveryDocument);
  const { endpoint, correlationId } = delivery;
  const isOff = endpoint.state !== 'ON';
  const isNew = delivery.state === 'WAITING' && delivery.tries === 0;
  return (
    <>
      <div className="g-actions">
        <DeliveryTag delivery={delivery} />
        {mayChange && !isNew && (
          <Button
            small
            icon="refresh"
            busy={loading}
            disabled={isOff}
            title={isOff ? words.offReason : undefined}
            onClick={() =>
              void act(
                async () =>
                  (await resend({ variables: { id: delivery.id } })).data?.resendWebhookDelivery,
                words.sentAgain,
              )
            }
          >
            {words.sendAgain}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          [words.endpoint, endpoint.name],
          [words.time, <InstantText key="time" value={delivery.created} seconds />],
          [words.ended, delivery.ended && <InstantText value={delivery.ended} seconds />],
          ...(delivery.state === 'WAITING'
            ? [[words.nextTry, <NextTry key="next" delivery={delivery} />] as const]
            : []),
          [words.messageId, <CopyId key="id" value={delivery.messageId} name={words.messageId} />],
          [
            words.journal,
            correlationId && <Link to={journalPath(correlationId)}>{correlationId}</Link>,
          ],
        ]}
      />
      <h3>{words.attempts}</h3>
      <Attempts attempts={delivery.attempts} />
      <h3>{words.body}</h3>
      <pre className="wh-body">{spread(delivery.body)}</pre>
    </>
  );
}

function NextTry({ delivery: { nextTry, endpoint } }: { delivery: Delivery }) {
  const words = useLabels(labels);
  if (endpoint.state !== 'ON') return words.onceOn;
  // The later of both: while the endpoint is left alone, nothing is posted to it.
  const { restsUntil } = endpoint;
  const next = (nextTry ?? '') > (restsUntil ?? '') ? nextTry : restsUntil;
  return next ? <InstantText value={next} seconds /> : words.soon;
}

function Attempts({ attempts }: { attempts: Delivery['attempts'] }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (attempts.length === 0) return <p className="g-muted">{words.noAttempts}</p>;
  return (
    <ol className="wh-attempts" reversed aria-label={words.attempts}>
      {attempts.map(({ id, at, milliseconds, status, failure, answer }) => (
        <li key={id}>
          <DeliveryTag delivery={{ state: failure ? 'FAILED' : 'DELIVERED', status, failure }} />{' '}
          <span className="g-muted">
            <InstantText value={at} seconds /> ·{' '}
            {words.milliseconds(formatCount(milliseconds, numberFormat))}
          </span>
          {answer && <pre className="wh-body">{answer}</pre>}
        </li>
      ))}
    </ol>
  );
}

/** JSON on lines of its own; what is none stays as it is. */
function spread(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
