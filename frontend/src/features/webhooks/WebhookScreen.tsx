/** Webhooks: the endpoints, how each fares, and what they are told. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { WebhookEndpointListDocument, type WebhookEndpointLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { AS_READ } from '@/kernel/policies';
import { Button, EmptyState, Page, QueryStates, Skeleton } from '@/ui';
import { DeliveryList } from './components/DeliveryList';
import { EndpointCard, type Verb } from './components/EndpointCard';
import { EndpointDialog } from './components/EndpointDialog';
import { EndpointVerb } from './components/EndpointVerb';
import { SecretDialog, type Made } from './components/SecretDialog';
import { labels } from './labels';
import './webhooks.css';

interface Asked {
  verb: Verb;
  endpoint: WebhookEndpointLineFragment;
}

export function WebhookScreen() {
  const words = useLabels(labels);
  const mayChange = useMay('webhooks.change');
  const query = useQuery(WebhookEndpointListDocument, { fetchPolicy: AS_READ });
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const add = mayChange && (
    <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ webhookEndpoints: endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState picture="orbit" title={words.none}>
              <p>{words.noneText}</p>
            </EmptyState>
          ) : (
            <>
              <ul className="wh-endpoints" aria-label={words.endpoints}>
                {endpoints.map((endpoint) => (
                  <EndpointCard
                    key={endpoint.id}
                    endpoint={endpoint}
                    onAsk={(verb, one) => setAsked({ verb, endpoint: one })}
                  />
                ))}
              </ul>
              <DeliveryList endpoints={endpoints} />
            </>
          )
        }
      </QueryStates>
      {adding && <EndpointDialog onMade={setMade} onClose={() => setAdding(false)} />}
      {asked && <EndpointVerb {...asked} onMade={setMade} onClose={() => setAsked(null)} />}
      {made && <SecretDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}
