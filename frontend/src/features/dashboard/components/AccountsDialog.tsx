/** Puts the accounts in a person's own order, and gives them the names that everybody here sees. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  ArrangeAccountsDocument,
  NicknameAccountDocument,
  type AccountNameFragment,
} from '@/generated/graphql';
import { groupedNumber, useAccounts } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  FormDialog,
  OrderedList,
  TextField,
  attempt,
  inOrderOf,
  moved,
  tellDone,
  useForm,
  useRefreshed,
} from '@/ui';
import { labels } from '../labels';

const LONGEST_NICKNAME = 40;

/** What the bank calls it, and what it is beyond doubt. */
const bankName = (account: AccountNameFragment) =>
  [account.name ?? account.owner, groupedNumber(account), account.currency]
    .filter(Boolean)
    .join(' · ');

export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts();
  // With the rest of very many, the form begins anew: every account has its field.
  return accounts.length === 0 ? null : (
    <ArrangeForm key={accounts.length} accounts={accounts} onClose={onClose} />
  );
}

function ArrangeForm({
  accounts,
  onClose,
}: {
  accounts: readonly AccountNameFragment[];
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const mayName = useMay('banks.change');
  const [begun] = useState(() => accounts.map(({ id }) => id));
  const [order, setOrder] = useState<readonly string[]>(begun);
  const [reset, setReset] = useState(false);
  const save = useSave();
  const isMoved = reset || order.some((id, place) => id !== begun[place]);
  const form = useForm({
    initial: Object.fromEntries(accounts.map(({ id, nickname }) => [id, nickname ?? ''])),
    send: (typed) => save(typed, accounts, isMoved ? (reset ? [] : order) : null),
    onDone: () => {
      onClose();
      tellDone(words.arranged);
    },
  });
  const shown = inOrderOf(accounts, order, ({ id }) => id);
  const move = (id: string, to: number) => {
    setReset(false);
    setOrder((now) => moved(now, now.indexOf(id), to));
  };
  const asAtFirst = () => {
    setReset(true);
    setOrder(
      accounts
        .toSorted(
          (a, b) => a.number.localeCompare(b.number) || a.currency.localeCompare(b.currency),
        )
        .map(({ id }) => id),
    );
  };
  return (
    <FormDialog
      title={words.arrange}
      confirm={words.save}
      form={{ ...form, dirty: form.dirty || isMoved }}
      onClose={onClose}
    >
      <p className="g-muted">
        {words.arrangeHelp} {mayName && words.nicknameHelp}
      </p>
      <OrderedList items={shown} keyOf={({ id }) => id} nameOf={bankName} onMove={move}>
        {(account) =>
          mayName ? (
            <TextField
              form={form}
              name={account.id}
              label={bankName(account)}
              maxLength={LONGEST_NICKNAME}
            />
          ) : (
            <span className="h-arranged">
              {account.nickname ?? account.name ?? groupedNumber(account)}
              <span className="g-sub">{bankName(account)}</span>
            </span>
          )
        }
      </OrderedList>
      <Button look="quiet" small icon="undo" onClick={asAtFirst}>
        {words.byName}
      </Button>
    </FormDialog>
  );
}

/** Sends what is different; what the server refuses stays to be mended. */
function useSave() {
  const [arrange] = useMutation(ArrangeAccountsDocument);
  const [nickname] = useMutation(NicknameAccountDocument);
  const refreshed = useRefreshed();
  return async (
    typed: Readonly<Record<string, string>>,
    accounts: readonly AccountNameFragment[],
    order: readonly string[] | null,
  ) => {
    const flaws: { path: string | null; message: string }[] = [];
    for (const { id, nickname: known } of accounts) {
      const wanted = (typed[id] ?? '').trim();
      if (wanted === (known ?? '')) continue;
      const { refused } = await attempt(
        async () => (await nickname({ variables: { id, nickname: wanted } })).data?.nicknameAccount,
      );
      if (refused) flaws.push({ path: id, message: refused.message });
    }
    if (order && flaws.length === 0) {
      const { refused } = await attempt(
        async () => (await arrange({ variables: { ids: [...order] } })).data?.arrange,
      );
      if (refused) flaws.push({ path: null, message: refused.message });
    }
    await refreshed();
    return flaws;
  };
}
