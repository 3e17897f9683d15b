/** The accounts a connection serves, and which of them payments leave over it from. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeBankDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, Tag, TypedDialog } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useBankActions';
import { AccountLines, accountsOf, flawedLine, type AccountText } from './AccountLines';
import { AccountName } from './AccountName';
import type { OpenBank } from './BankDrawer';

export function AccountsTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const mayChange = useMay('banks.change');
  const [changing, setChanging] = useState(false);
  return (
    <>
      {bank.accounts.length === 0 ? (
        <p className="g-muted">{words.noAccounts}</p>
      ) : (
        <div className="g-table-frame">
          <table className="g-table" aria-label={words.accountsTitle}>
            <thead>
              <tr>
                <th scope="col">{words.account}</th>
                <th scope="col">{words.accountName}</th>
                <th scope="col">{words.accountUse}</th>
              </tr>
            </thead>
            <tbody>
              {bank.accounts.map(({ number, name, pays }) => (
                <tr key={number}>
                  <td data-label={words.account} className="bk-number">
                    <AccountName number={number} />
                  </td>
                  <td data-label={words.accountName}>{name}</td>
                  <td data-label={words.accountUse}>
                    <Tag tone={pays ? 'good' : 'neutral'} icon={pays ? 'send' : 'inbox'}>
                      {pays ? words.pays : words.receivesOnly}
                    </Tag>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayChange && bank.state !== 'REVOKED' && (
        <div className="g-actions">
          <Button icon="pencil" onClick={() => setChanging(true)}>
            {words.change}
          </Button>
        </div>
      )}
      {changing && <AccountsDialog bank={bank} onClose={() => setChanging(false)} />}
    </>
  );
}

function AccountsDialog({ bank, onClose }: { bank: OpenBank; onClose: () => void }) {
  const words = useLabels(labels);
  const [change] = useMutation(ChangeBankDocument);
  const refreshed = useRefreshed();
  const before: AccountText = {
    text: bank.accounts
      .map(({ number, name }) => [number, name].filter(Boolean).join(' '))
      .join('\n'),
    receiving: bank.accounts.filter(({ pays }) => !pays).map(({ number }) => number),
  };
  const [typed, setTyped] = useState(before);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const send = async () => {
    const flaw = flawedLine(typed);
    setRefused(flaw === null ? null : words.badAccount(flaw));
    if (flaw !== null) return;
    setBusy(true);
    const ended = await attempt(
      async () =>
        (
          await change({
            variables: {
              id: bank.id,
              change: { accounts: accountsOf(typed) },
              version: bank.version,
            },
          })
        ).data?.changeBank,
    );
    await refreshed();
    setBusy(false);
    setRefused(ended.refused?.message ?? null);
    if (ended.refused) return;
    onClose();
    tellDone(words.saved);
  };
  return (
    <TypedDialog
      title={words.accountsTitle}
      confirm={words.save}
      busy={busy}
      dirty={typed.text !== before.text || typed.receiving.join() !== before.receiving.join()}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <div className="g-form">
        <AccountLines value={typed} onChange={setTyped} />
        {refused && (
          <p className="g-field-error" role="alert">
            {refused}
          </p>
        )}
      </div>
    </TypedDialog>
  );
}
