/** One act on the month of accounts, such as closing it; a refusal stays in sight. */
import { useMutation } from '@apollo/client/react';
import {
  CloseMonthsDocument,
  ConfirmMonthsDocument,
  ProposeMonthsDocument,
  RejectMonthDocument,
  ReopenMonthDocument,
  WithdrawMonthDocument,
  type AccountMonthLineFragment,
} from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { attempt, FormDialog, tellDone, TextField, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import { changedSince, isWhole, needsNoMore, type Act } from '../months';
import { ChangedSince } from './ChangedSince';

const LONGEST = 500;

interface MonthDialogProps {
  act: Act;
  month: string;
  lines: readonly AccountMonthLineFragment[];
  onClose: () => void;
}

export function MonthDialog({ act, month, lines, onClose }: MonthDialogProps) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const refreshed = useRefreshed();
  const run = useActs(month, lines);
  const isLacking = ['close', 'propose', 'confirm'].includes(act) && !lines.every(isWhole);
  const asksWhy =
    act === 'reopen' ||
    act === 'reject' ||
    (isLacking && !(act === 'confirm' && lines.every(needsNoMore)));
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      asksWhy && !reason.trim() ? [{ path: 'reason', message: words.reasonMissing }] : [],
    send: async ({ reason }) => {
      const { refused } = await attempt(async () => run[act](reason.trim()));
      // A refusal often means that somebody did something meanwhile: it is shown beside it.
      await refreshed();
      if (refused) return [refused];
      tellDone(words[DONE[act]]);
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
      {act === 'confirm' &&
        lines
          .filter((line) => changedSince(line).length > 0)
          .map((line) => <ChangedSince key={line.account.id} line={line} />)}
      {isLacking && <p className="g-notice g-tone-warn">{words.lacking}</p>}
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

const DONE = {
  close: 'closedDone',
  propose: 'proposedDone',
  confirm: 'closedDone',
  reject: 'rejectedDone',
  withdraw: 'withdrawnDone',
  reopen: 'reopenedDone',
} as const;

/** Each act as it is sent, with a reason where one is asked for. */
function useActs(month: string, lines: readonly AccountMonthLineFragment[]) {
  const [close] = useMutation(CloseMonthsDocument);
  const [propose] = useMutation(ProposeMonthsDocument);
  const [confirm] = useMutation(ConfirmMonthsDocument);
  const [reject] = useMutation(RejectMonthDocument);
  const [withdraw] = useMutation(WithdrawMonthDocument);
  const [reopen] = useMutation(ReopenMonthDocument);
  const day = `${month}-01`;
  const accountIds = lines.map(({ account }) => account.id);
  const accountId = accountIds[0] ?? '';
  const months = lines.map(({ account, seen }) => ({ accountId: account.id, seen }));
  return {
    close: async (reason: string) =>
      (await close({ variables: { accountIds, month: day, reason } })).data?.closeMonths,
    propose: async (reason: string) =>
      (await propose({ variables: { accountIds, month: day, reason } })).data?.proposeMonths,
    confirm: async (reason: string) =>
      (await confirm({ variables: { months, month: day, reason } })).data?.confirmMonths,
    reject: async (reason: string) =>
      (await reject({ variables: { accountId, month: day, reason } })).data?.rejectMonth,
    withdraw: async () =>
      (await withdraw({ variables: { accountId, month: day } })).data?.withdrawMonth,
    reopen: async (reason: string) =>
      (await reopen({ variables: { accountId, month: day, reason } })).data?.reopenMonth,
  };
}
