/** Sends all that failed since a day again. */
import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import {
  ResendFailedWebhooksDocument,
  type WebhookEndpointLineFragment,
} from '@/generated/graphql';
import { addDays, isPlainDate, localMoment, today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { DateField, FormDialog, attempt, tellDone, useForm, useNoDate, useRefreshed } from '@/ui';
import { labels } from '../labels';

const DAYS = 3;

export function ResendDialog({
  endpoint: { id, name },
  onClose,
}: {
  endpoint: WebhookEndpointLineFragment;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const noDate = useNoDate();
  const [resend] = useMutation(ResendFailedWebhooksDocument);
  const refreshed = useRefreshed();
  const count = useRef(0);
  const form = useForm({
    initial: { since: addDays(today(), -DAYS) },
    check: ({ since }) => (isPlainDate(since) ? [] : [{ path: 'since', message: noDate(since) }]),
    send: async ({ since }) => {
      const { refused } = await attempt(async () => {
        const variables = { id, since: localMoment(since).toISOString() };
        const answer = (await resend({ variables })).data?.resendFailedWebhooks;
        if (answer?.__typename !== 'WebhooksSent') return answer;
        count.current = answer.count;
        return { __typename: 'Success', id };
      });
      if (!refused) await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.sent(count.current));
    },
  });
  return (
    <FormDialog title={words.sendFailedOf(name)} confirm={words.send} form={form} onClose={onClose}>
      <p>{words.sendFailedHelp}</p>
      <DateField form={form} name="since" label={words.since} latest={today()} />
    </FormDialog>
  );
}
