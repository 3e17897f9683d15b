/** Asks before a role is confirmed, refused or no longer asked for. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ConfirmRoleRequestDocument, RejectRoleRequestDocument, WithdrawRoleRequestDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { TypedDialog } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { attempt, tellDone, useRefreshed } from '../useUserActions';
import type { RoleRequest } from './RequestsTab';

export type Decision = 'confirm' | 'reject' | 'withdraw';

export function RequestDialog({ request, decision, onClose }: { request: RoleRequest; decision: Decision; onClose: () => void }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const decide = useDecisions(request.id, reason.trim());
  const refreshed = useRefreshed();
  const name = request.user?.name ?? words.gonePerson;
  const role = roleWords[request.role];
  const told = { confirm: words.confirmed(name), reject: words.rejected, withdraw: words.withdrawn }[decision];
  const go = async () => {
    setBusy(true);
    const ended = await attempt(decide[decision]);
    // A refusal often means that somebody else decided meanwhile; either way the list is asked again.
    await refreshed();
    setBusy(false);
    setRefused(ended.refused);
    if (ended.refused !== null) return;
    onClose();
    tellDone(told);
  };
  return (
    <TypedDialog title={words[`${decision}Title`](role, name)} confirm={words[decision]} busy={busy} dirty={reason !== ''} onConfirm={() => void go()} onClose={onClose}>
      {decision === 'confirm' && <p>{words.confirmHelp(name, request.requestedBy)}</p>}
      {decision === 'confirm' && request.role === 'ACCOUNT_MANAGEMENT' && request.user && <p><strong>{words.confirmManager(name, request.user.email)}</strong></p>}
      {decision === 'withdraw' && <p>{words.withdrawHelp}</p>}
      {decision === 'reject' && (
        <form className="g-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
          <label><span>{words.rejectReason}</span><input className="p-inputtext p-component" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} /></label>
        </form>
      )}
      {refused && <p className="g-field-error" role="alert">{refused}</p>}
    </TypedDialog>
  );
}

function useDecisions(id: string, reason: string) {
  const [confirm] = useMutation(ConfirmRoleRequestDocument, { variables: { id } });
  const [reject] = useMutation(RejectRoleRequestDocument, { variables: { id, reason: reason || null } });
  const [withdraw] = useMutation(WithdrawRoleRequestDocument, { variables: { id } });
  return {
    confirm: async () => (await confirm()).data?.confirmRoleRequest,
    reject: async () => (await reject()).data?.rejectRoleRequest,
    withdraw: async () => (await withdraw()).data?.withdrawRoleRequest,
  };
}
