/** Closes the month of accounts, or opens that of one again; a refusal stays in sight. */
import { useMutation } from '@apollo/client/react';
import {
  CloseMonthsDocument,
  ReopenMonthDocument,
  type AccountMonthLineFragment,
} from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { attempt, FormDialog, tellDone, TextField, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import { isWhole } from '../months';

const LONGEST = 500;

export function MonthDialog({
  act,
  month,
  lines,
  onClose,
}: {
  act: 'close' | 'reopen';
  month: string;
  lines: readonly AccountMonthLineFragment[];
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const refreshed = useRefreshed();
  const [close] = useMutation(CloseMonthsDocument);
  const [reopen] = useMutation(ReopenMonthDocument);
  const lacking = act === 'close' && !lines.every(isWhole);
  const asksWhy = act === 'reopen' || lacking;
  const ids = lines.map(({ account }) => account.id);
  const send = async (reason: string) => {
    const day = `${month}-01`;
    if (act === 'close')
      return (await close({ variables: { accountIds: ids, month: day, reason } })).data
        ?.closeMonths;
    return (await reopen({ variables: { accountId: ids[0] ?? '', month: day, reason } })).data
      ?.reopenMonth;
  };
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      asksWhy && !reason.trim() ? [{ path: 'reason', message: words.reasonMissing }] : [],
    send: async ({ reason }) => {
      const { refused } = await attempt(() => send(reason.trim()));
      if (refused) return [refused];
      await refreshed();
      tellDone(act === 'close' ? words.closedDone : words.reopenedDone);
      return [];
    },
    onDone: onClose,
  });
  const [only] = lines;
  const whose =
    lines.length === 1 && only
      ? accountLabel(only.account)
      : words.accountsCount(formatCount(lines.length, numberFormat));
  return (
    <FormDialog
      title={words[`${act}Title`](monthName(month, language), whose)}
      confirm={words[act]}
      form={form}
      onClose={onClose}
    >
      <p>{words[`${act}Help`]}</p>
      {lacking && <p className="g-notice g-tone-warn">{words.lacking}</p>}
      {asksWhy && (
        <TextField
          form={form}
          name="reason"
          label={words.reason}
          help={words.reasonHelp}
          rows={3}
          maxLength={LONGEST}
        />
      )}
    </FormDialog>
  );
}
