/** How large the difference of a match may be; a refusal stays in sight. */
import { useMutation } from '@apollo/client/react';
import { ChangeDifferenceLimitDocument, type DifferenceLimitQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { difference, formatDecimal, parseAmount, signOf } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { attempt, FormDialog, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

const MOST = '10000';

export function LimitDialog({
  limit: { amount, version },
  onClose,
}: {
  limit: DifferenceLimitQuery['differenceLimit'];
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const refreshed = useRefreshed();
  const [change] = useMutation(ChangeDifferenceLimitDocument);
  const form = useForm({
    initial: { amount: formatDecimal(amount, numberFormat) },
    check: ({ amount: typed }) => {
      const wanted = parseAmount(typed);
      const fits = wanted !== null && signOf(wanted) >= 0 && signOf(difference(MOST, wanted)) >= 0;
      return fits ? [] : [{ path: 'amount', message: words.limitWrong }];
    },
    send: async ({ amount: typed }) => {
      const variables = { amount: parseAmount(typed) ?? typed, version };
      const { refused } = await attempt(
        async () => (await change({ variables })).data?.changeDifferenceLimit,
      );
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.limitSaved);
      void refreshed();
    },
  });
  return (
    <FormDialog title={words.limit} confirm={words.save} form={form} onClose={onClose}>
      <p>{words.limitHelp}</p>
      <TextField form={form} name="amount" label={words.limitAmount} />
    </FormDialog>
  );
}
