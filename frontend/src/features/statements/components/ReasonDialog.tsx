/** Asks why before something is decided about the ledger; a refusal stays in sight. */
import type { ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, useForm } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';

const LONGEST = 500;

interface ReasonDialogProps {
  title: string;
  confirm: string;
  /** Sends it; null when it was done, else why it was not. */
  send: (reason: string) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}

export function ReasonDialog({ title, confirm, send, onClose, children }: ReasonDialogProps) {
  const words = useLabels(duplicateLabels);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() ? [] : [{ path: 'reason', message: words.reasonMissing }],
    send: async ({ reason }) => {
      const refused = await send(reason.trim());
      return refused === null ? [] : [{ path: null, message: refused }];
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      {children}
      <TextField
        form={form}
        name="reason"
        label={words.reason}
        help={words.reasonHelp}
        rows={3}
        maxLength={LONGEST}
      />
    </FormDialog>
  );
}
