/** What is subscribed to, what waits for the next period, and what can be done about it. */
import { useState } from 'react';
import {
  CancelSubscriptionDocument,
  KeepSubscriptionDocument,
  PauseSubscriptionDocument,
  UndoCancellationDocument,
  type SubscriptionViewFragment,
  type TermsFragment,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, DateText, Facts, MoneyText, Tag, VerbDialog, attempt, useAct } from '@/ui';
import { labels } from '../labels';
import { SUBSCRIPTION_LOOKS } from '../looks';
import { planName } from '../planName';

interface TermsCardProps {
  subscription: SubscriptionViewFragment;
  /** Nothing can be changed at present. */
  fixed: boolean;
  onChange: () => void;
}

export function TermsCard({ subscription, fixed, onChange }: TermsCardProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { state, terms, waiting, periodStart, periodEnd, started } = subscription;
  const [tone, icon] = SUBSCRIPTION_LOOKS[state];
  const isTrial = state === 'TRIAL';
  const isIdle = periodEnd === null;
  return (
    <section className="b-card" aria-label={words.plan}>
      <header className="b-head">
        <h2>{isIdle ? words.plan : planName(terms.plan, language)}</h2>
        <Tag tone={tone} icon={icon}>
          {words[state]}
        </Tag>
      </header>
      <Facts
        facts={[
          ...(isIdle
            ? []
            : [
                [
                  words.price,
                  isTrial ? words.free : <PriceText key="price" terms={terms} />,
                ] as const,
              ]),
          ...(periodEnd
            ? [
                [
                  words.period,
                  <span key="period">
                    <DateText value={periodStart} /> – <DateText value={periodEnd} />
                  </span>,
                ] as const,
              ]
            : []),
          [words.seats, terms.seats],
          [words.started, <DateText key="started" value={started} />],
          ...(waiting
            ? [
                [
                  words.waiting,
                  <span key="waiting">
                    {planName(waiting.plan, language)}, <PriceText terms={waiting} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {!fixed && <TermsActs subscription={subscription} onChange={onChange} />}
    </section>
  );
}

export function PriceText({ terms }: { terms: TermsFragment }) {
  const words = useLabels(labels);
  return (
    <>
      <MoneyText value={terms.price} /> {words[terms.interval]}{' '}
      <span className="g-muted">{words.withoutVat}</span>
    </>
  );
}

function TermsActs({
  subscription,
  onChange,
}: {
  subscription: SubscriptionViewFragment;
  onChange: () => void;
}) {
  const words = useLabels(labels);
  const act = useAct();
  const [asks, setAsks] = useState<keyof typeof ENDS | null>(null);
  const { state, waiting, cancelled, pauses, periodEnd } = subscription;
  if (!useMay('billing.change')) return null;
  const isCharged = state === 'ACTIVE' || state === 'PAST_DUE';
  const isChosen = isCharged || waiting !== null;
  return (
    <div className="g-actions">
      {!cancelled && (
        <Button look="primary" icon={isChosen ? 'sync' : 'check'} onClick={onChange}>
          {isChosen ? words.change : words.choose}
        </Button>
      )}
      {waiting && state !== 'TRIAL' && (
        <Button
          icon="undo"
          onClick={() =>
            void act(
              async () =>
                (await dataClient.mutate({ mutation: KeepSubscriptionDocument })).data
                  ?.keepSubscription,
              words.kept,
            )
          }
        >
          {words.keep}
        </Button>
      )}
      {cancelled && (
        <Button
          look="primary"
          icon="undo"
          onClick={() =>
            void act(
              async () =>
                (await dataClient.mutate({ mutation: UndoCancellationDocument })).data
                  ?.undoCancellation,
              words.undone,
            )
          }
        >
          {pauses ? words.undoPause : words.undo}
        </Button>
      )}
      {!cancelled && isCharged && (
        <Button look="quiet" icon="pause" onClick={() => setAsks('pause')}>
          {words.pause}
        </Button>
      )}
      {!cancelled && periodEnd && (
        <Button look="quiet" icon="times" onClick={() => setAsks('cancel')}>
          {words.cancel}
        </Button>
      )}
      {asks && periodEnd && <EndDialog way={asks} end={periodEnd} onClose={() => setAsks(null)} />}
    </div>
  );
}

/** The two ways in which it is not charged again after the period. */
const ENDS = {
  pause: {
    title: 'pauseTitle',
    confirm: 'pause',
    text: 'pauseText',
    done: 'pauseDone',
    act: async () =>
      (await dataClient.mutate({ mutation: PauseSubscriptionDocument })).data?.pauseSubscription,
  },
  cancel: {
    title: 'cancelTitle',
    confirm: 'cancel',
    text: 'cancelText',
    done: 'cancelledDone',
    act: async () =>
      (await dataClient.mutate({ mutation: CancelSubscriptionDocument })).data?.cancelSubscription,
  },
} as const;

function EndDialog({
  way,
  end,
  onClose,
}: {
  way: keyof typeof ENDS;
  end: string;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const { title, confirm, text, done, act } = ENDS[way];
  return (
    <VerbDialog
      title={words[title]}
      confirm={words[confirm]}
      danger={way === 'cancel'}
      done={words[done]}
      act={() => attempt(act)}
      onClose={onClose}
    >
      <p>{words[text](formatDate(end, dateFormat))}</p>
    </VerbDialog>
  );
}
