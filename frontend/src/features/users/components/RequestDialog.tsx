/** Asks before a role is confirmed, refused or no longer asked for. */
import { actorName } from '@/kernel/actors';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, useForm } from '@/ui';
import { decideRequest } from '../accountActs';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { attempt, flawsOfRefusal, tellDone, useRefreshed } from '../useUserActions';
import type { RoleRequest } from './RequestsTab';

export type Decision = 'confirm' | 'reject' | 'withdraw';

export function RequestDialog({
  request,
  decision,
  onClose,
}: {
  request: RoleRequest;
  decision: Decision;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const refreshed = useRefreshed();
  const name = request.user?.name ?? words.gonePerson;
  const role = roleWords[request.role];
  const told = {
    confirm: words.confirmed(name),
    reject: words.rejected,
    withdraw: words.withdrawn,
  }[decision];
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const ended = await attempt(async () => decideRequest(request.id, decision, reason.trim()));
      // A refusal often means that somebody else decided meanwhile; either way the list is asked again.
      await refreshed();
      return flawsOfRefusal(ended);
    },
    onDone: () => {
      onClose();
      tellDone(told);
    },
  });
  return (
    <FormDialog
      title={words[`${decision}Title`](role, name)}
      confirm={words[decision]}
      form={form}
      onClose={onClose}
    >
      {decision === 'confirm' && <p>{words.confirmHelp(name, actorName(request.requestedBy))}</p>}
      {decision === 'confirm' && request.role === 'ACCOUNT_MANAGEMENT' && request.user && (
        <p>
          <strong>{words.confirmManager(name, request.user.email)}</strong>
        </p>
      )}
      {decision === 'withdraw' && <p>{words.withdrawHelp}</p>}
      {decision === 'reject' && (
        <TextField form={form} name="reason" label={words.rejectReason} maxLength={200} />
      )}
    </FormDialog>
  );
}
