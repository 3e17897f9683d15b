/** From which score entries are matched automatically; a refusal stays in sight. */
import { useMutation } from '@apollo/client/react';
import { ChangeAutomaticMatchingDocument, type AutomaticMatchingQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { difference, formatDecimal, parseAmount, signOf } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { attempt, ChoiceField, FormDialog, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

const OFF = 'OFF';
const SCORES = ['100', '95', '90'];

export function AutomaticDialog({
  automatic: { score, charge, version },
  limit,
  onClose,
}: {
  automatic: AutomaticMatchingQuery['automaticMatching'];
  /** The largest difference of a match. */
  limit: string;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const refreshed = useRefreshed();
  const [change] = useMutation(ChangeAutomaticMatchingDocument);
  const form = useForm({
    initial: {
      score: score === null ? OFF : String(score),
      charge: formatDecimal(charge, numberFormat),
    },
    check: ({ charge: typed }) => {
      const wanted = parseAmount(typed);
      const fits = wanted !== null && signOf(wanted) >= 0 && signOf(difference(limit, wanted)) >= 0;
      const message = words.chargeWrong(formatDecimal(limit, numberFormat));
      return fits ? [] : [{ path: 'charge', message }];
    },
    send: async ({ score: from, charge: typed }) => {
      const variables = {
        score: from === OFF ? null : Number(from),
        charge: parseAmount(typed) ?? typed,
        version,
      };
      const { refused } = await attempt(
        async () => (await change({ variables })).data?.changeAutomaticMatching,
      );
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(form.values.score === OFF ? words.automaticStopped : words.automaticSaved);
      void refreshed();
    },
  });
  const known =
    score === null || SCORES.includes(String(score)) ? SCORES : [String(score), ...SCORES];
  return (
    <FormDialog title={words.automatic} confirm={words.save} form={form} onClose={onClose}>
      <p>{words.automaticHelp}</p>
      <ChoiceField
        form={form}
        name="score"
        label={words.automaticScore}
        options={[
          { value: OFF, label: words.automaticOff },
          ...known.map((value) => ({ value, label: words.automaticFrom(value) })),
        ]}
      />
      <p>{words.automaticChargeHelp}</p>
      <TextField form={form} name="charge" label={words.automaticCharge} />
    </FormDialog>
  );
}
