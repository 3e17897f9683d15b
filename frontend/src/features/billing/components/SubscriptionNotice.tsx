/** What needs attention: a trial that ends, an invoice that is late, an end that was asked for, an address that is missing. */
import type { ReactNode } from 'react';
import type { BillingAccountFragment, SubscriptionViewFragment } from '@/generated/graphql';
import { formatDate, today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { invoicesPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { Icon, LinkButton } from '@/ui';
import { labels } from '../labels';
import { daysUntil } from '../daysUntil';
import { planName } from '../planName';

interface SubscriptionNoticeProps {
  subscription: SubscriptionViewFragment;
  details: BillingAccountFragment | null;
}

export function SubscriptionNotice({ subscription, details }: SubscriptionNoticeProps) {
  const words = useLabels(labels);
  const { dateFormat, language } = useNotation();
  const { state, cancelled, pauses, periodEnd, waiting, nextCharge } = subscription;
  const end = periodEnd && formatDate(periodEnd, dateFormat);
  return (
    <>
      {cancelled && end && (
        <Notice tone="warn" icon="info-circle">
          {pauses ? words.pausesNotice(end) : words.endsNotice(end)}
        </Notice>
      )}
      {state === 'TRIAL' &&
        !cancelled &&
        periodEnd &&
        (waiting && nextCharge ? (
          <Notice tone="info" icon="check-circle">
            {words.trialChosen(
              planName(waiting.plan, language),
              formatDate(nextCharge.day, dateFormat),
            )}
          </Notice>
        ) : (
          <Notice tone="info" icon="clock">
            {words.trialNotice(daysUntil(today(), periodEnd) + 1)}
          </Notice>
        ))}
      {state === 'PAUSED' && (
        <Notice tone="warn" icon="pause-circle">
          {words.pausedNotice}
        </Notice>
      )}
      {state === 'CANCELLED' && (
        <Notice tone="info" icon="info-circle">
          {words.cancelledNotice}
        </Notice>
      )}
      {state === 'PAST_DUE' && (
        <Notice tone="bad" icon="exclamation-circle">
          {words.pastDueNotice}{' '}
          <LinkButton small to={invoicesPath({ state: 'OVERDUE' })}>
            {words.toOverdue}
          </LinkButton>
        </Notice>
      )}
      {details && !details.isWhole && (
        <Notice tone="info" icon="info-circle">
          {words.detailsNotice}
        </Notice>
      )}
    </>
  );
}

function Notice({
  tone,
  icon,
  children,
}: {
  tone: 'info' | 'warn' | 'bad';
  icon: string;
  children: ReactNode;
}) {
  return (
    <div className={`g-notice g-tone-${tone}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}
