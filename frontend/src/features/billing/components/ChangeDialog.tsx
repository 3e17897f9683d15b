/** Plan, period, currency and seats side by side with what is, and the exact price of the change before it is made. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ChangeSubscriptionDocument,
  SubscriptionChangePreviewDocument,
  type ChargeFragment,
  type PlanTextFragment,
  type SubscriptionPageQuery,
  type SubscriptionViewFragment,
  type TermsFragment,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Skeleton, VerbDialog, attempt } from '@/ui';
import { labels } from '../labels';
import { planName } from '../planName';
import { choiceOf, wantedOf, type TermsChoice } from '../terms';
import { ChargeTable } from './ChargeTable';
import { PriceText } from './TermsCard';
import { TermsFields } from './TermsFields';

const NOTHING = { plan: '', interval: 'MONTH', currency: '', seats: 0 } as const;

interface ChangeDialogProps {
  subscription: SubscriptionViewFragment;
  offer: NonNullable<SubscriptionPageQuery['billingOffer']>;
  onClose: () => void;
}

export function ChangeDialog({ subscription, offer, onClose }: ChangeDialogProps) {
  const words = useLabels(labels);
  const [choice, setChoice] = useState<TermsChoice>(() =>
    choiceOf(subscription.waiting ?? subscription.terms),
  );
  const [later, setLater] = useState(false);
  const wanted = wantedOf(choice);
  const query = useQuery(SubscriptionChangePreviewDocument, {
    variables: { wanted: wanted ?? NOTHING },
    skip: wanted === null,
    fetchPolicy: RIGHT_NOW,
  });
  const preview = query.data?.subscriptionChange;
  const atOnce = preview?.now != null && (!later || preview.next === null);
  const charge = atOnce ? preview.now : preview?.next;
  const problem = query.error ? problemOf(query.error) : null;
  return (
    <VerbDialog
      title={words.changeTitle}
      confirm={words.confirmChange}
      done={words.changed}
      act={() =>
        attempt(async () => {
          if (!wanted || !charge)
            return {
              __typename: 'Problem',
              code: 'billing.nothing_changes',
              message: words.sameTerms,
            };
          const { data } = await dataClient.mutate({
            mutation: ChangeSubscriptionDocument,
            variables: { wanted, atOnce, shownTotal: charge.total.amount },
          });
          return data?.changeSubscription;
        })
      }
      onClose={onClose}
    >
      <div className="b-change">
        <TermsFields choice={choice} offer={offer} onChange={setChoice} />
        {preview && (
          <SideBySide
            was={preview.was}
            wanted={preview.wanted}
            isTrial={subscription.state === 'TRIAL'}
          />
        )}
        {preview?.now && preview.next && (
          <Begins later={later} next={preview.next} onChange={setLater} />
        )}
        {preview?.next && !preview.now && subscription.state !== 'TRIAL' && (
          <p className="g-muted">{words.onlyNext}</p>
        )}
        <div aria-live="polite">
          {charge && <Price atOnce={atOnce} charge={charge} />}
          {!charge && query.loading && <Skeleton lines={4} />}
          {problem && <p className="g-notice g-tone-info">{problem.detail}</p>}
        </div>
      </div>
    </VerbDialog>
  );
}

function SideBySide({
  was,
  wanted,
  isTrial,
}: {
  was: TermsFragment;
  wanted: TermsFragment;
  isTrial: boolean;
}) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const included = (plan: PlanTextFragment) =>
    `${formatCount(plan.journals, numberFormat)} ${words.JOURNALS.toLocaleLowerCase()}, ${formatCount(plan.sendings, numberFormat)} ${words.SENDINGS.toLocaleLowerCase()}`;
  const sides = [
    [words.now, was],
    [words.wanted, wanted],
  ] as const;
  return (
    <div className="b-sides">
      {sides.map(([name, terms]) => (
        <dl key={name} className="b-side">
          <dt>{name}</dt>
          <dd>
            <strong>{planName(terms.plan, language)}</strong>
          </dd>
          <dd>{isTrial && terms === was ? words.free : <PriceText terms={terms} />}</dd>
          <dd>
            {words.seats}: {formatCount(terms.seats, numberFormat)}
          </dd>
          <dd>
            {words.includedMonthly}: {included(terms.plan)}
          </dd>
        </dl>
      ))}
    </div>
  );
}

function Begins({
  later,
  next,
  onChange,
}: {
  later: boolean;
  next: ChargeFragment;
  onChange: (later: boolean) => void;
}) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  return (
    <fieldset className="b-begins">
      <legend>{words.begins}</legend>
      <label>
        <input type="radio" name="begins" checked={!later} onChange={() => onChange(false)} />{' '}
        {words.atOnce}
      </label>
      <label>
        <input type="radio" name="begins" checked={later} onChange={() => onChange(true)} />{' '}
        {words.atNext(formatDate(next.day, dateFormat))}
      </label>
    </fieldset>
  );
}

function Price({ atOnce, charge }: { atOnce: boolean; charge: ChargeFragment }) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const title = atOnce
    ? words.invoiceNow
    : `${words.invoiceNext}, ${formatDate(charge.day, dateFormat)}`;
  return (
    <>
      <h3>{title}</h3>
      <ChargeTable caption={title} charge={charge} />
      <p className="g-muted">{words.rounding}</p>
    </>
  );
}
