/** The subscription: plan, period, what was used, what comes next, who is billed. Loads, then shows. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  SubscriptionPageDocument,
  type SubscriptionPageQuery,
  type SubscriptionViewFragment,
} from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import {
  AgeText,
  Button,
  EmptyState,
  Icon,
  InstantText,
  LinkButton,
  Page,
  QueryStates,
  Skeleton,
} from '@/ui';
import './billing.css';
import { ChangeDialog } from './components/ChangeDialog';
import { ChargeTable } from './components/ChargeTable';
import { DetailsCard } from './components/DetailsCard';
import { HistoryCard } from './components/HistoryCard';
import { SubscriptionNotice } from './components/SubscriptionNotice';
import { TermsCard } from './components/TermsCard';
import { UsageCard } from './components/UsageCard';
import { labels } from './labels';

const LOOK_AGAIN_MS = 15_000;

export function SubscriptionScreen() {
  const words = useLabels(labels);
  const query = useQuery(SubscriptionPageDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <LinkButton icon="file" to={paths.invoices}>
          {words.toInvoices}
        </LinkButton>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {(data) => <Shown data={data} onLook={() => void query.refetch()} />}
      </QueryStates>
    </Page>
  );
}

function Shown({ data, onLook }: { data: SubscriptionPageQuery; onLook: () => void }) {
  const words = useLabels(labels);
  const { subscriptions, billingOffer: offer, billingDetails: details } = data;
  const [changes, setChanges] = useState(false);
  const subscription = subscriptions.edges[0]?.node;
  // While the seller's plans cannot be read, what is shown is old and nothing can be changed.
  const fixed = offer?.lastRead != null;
  if (!offer)
    return (
      <EmptyState picture="file" title={words.noneTitle}>
        {words.noneText}
      </EmptyState>
    );
  if (!subscription)
    return (
      <EmptyState
        picture="file"
        title={words.emptyTitle}
        actions={
          <Button icon="refresh" onClick={onLook}>
            {words.lookAgain}
          </Button>
        }
      >
        {words.emptyText}
      </EmptyState>
    );
  return (
    <div className="b-subscription">
      {offer.isExample && <p className="g-muted">{words.example}</p>}
      {offer.lastRead && (
        <p className="g-notice g-tone-warn" role="status">
          <Icon name="exclamation-triangle" />
          <span>
            {words.lastRead} <InstantText value={offer.lastRead} /> (
            <AgeText value={offer.lastRead} />)
          </span>
        </p>
      )}
      <SubscriptionNotice subscription={subscription} details={details} />
      <div className="b-cards">
        <TermsCard subscription={subscription} fixed={fixed} onChange={() => setChanges(true)} />
        <UsageCard subscription={subscription} fixed={fixed} />
        <NextCharge subscription={subscription} />
        {details && <DetailsCard details={details} fixed={fixed} />}
        <HistoryCard history={subscription.history} offer={offer} />
      </div>
      <p className="g-muted">
        {words.soldBy} {offer.seller}
        {offer.mail && (
          <>
            {' '}
            · <a href={`mailto:${offer.mail}`}>{offer.mail}</a>
          </>
        )}
        {offer.phone && ` · ${offer.phone}`}
      </p>
      {changes && (
        <ChangeDialog subscription={subscription} offer={offer} onClose={() => setChanges(false)} />
      )}
    </div>
  );
}

function NextCharge({ subscription: { nextCharge } }: { subscription: SubscriptionViewFragment }) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  return (
    <section className="b-card" aria-label={words.nextCharge}>
      <h2>{words.nextCharge}</h2>
      {nextCharge ? (
        <>
          <p className="g-muted">{words.nextChargeOn(formatDate(nextCharge.day, dateFormat))}</p>
          <ChargeTable caption={words.nextCharge} charge={nextCharge} />
        </>
      ) : (
        <p className="g-muted">{words.noCharge}</p>
      )}
    </section>
  );
}
