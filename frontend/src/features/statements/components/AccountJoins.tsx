/** Asks before two accounts become one, or two again: what happens, and why. */
import { useMutation } from '@apollo/client/react';
import {
  JoinAccountsDocument,
  SeparateAccountsDocument,
  type LookAlikeLineFragment,
  type NamedAccountFragment,
} from '@/generated/graphql';
import { groupedAsWritten, groupedNumber, useAccountOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { ChoiceField, FormDialog, TextField, useForm } from '@/ui';
import { accountLabels } from '../accountLabels';
import { duplicateLabels } from '../duplicateLabels';
import { useLedger } from '../useLedger';
import { ReasonDialog } from './ReasonDialog';

const LONGEST = 500;

interface JoinDialogProps {
  /** The two that look alike; without them a person chooses. */
  pair?: LookAlikeLineFragment;
  onClose: () => void;
  onJoined: () => void;
}

export function JoinDialog({ pair, onClose, onJoined }: JoinDialogProps) {
  return pair ? (
    <JoinPair pair={pair} onClose={onClose} onJoined={onJoined} />
  ) : (
    <JoinChosen onClose={onClose} onJoined={onJoined} />
  );
}

/** Sends a join; null when it was done, else why it was not. */
function useJoin(onJoined: () => void) {
  const words = useLabels(accountLabels);
  const settle = useLedger();
  const [join] = useMutation(JoinAccountsDocument);
  return async (keptId: string, joinedId: string, reason: string) => {
    const { refused, settled } = await settle(
      async () => (await join({ variables: { keptId, joinedId, reason } })).data?.joinAccounts,
      words.joined,
    );
    if (refused === null) void settled.then(onJoined);
    return refused;
  };
}

function WhatHappens({ lead }: { lead: string }) {
  const words = useLabels(accountLabels);
  return (
    <div>
      <p>{lead}</p>
      <ul className="t-happens">
        {[words.moves, words.future, words.follows, words.undoable].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function JoinPair({ pair: { kept, joined }, onClose, onJoined }: Required<JoinDialogProps>) {
  const words = useLabels(accountLabels);
  const join = useJoin(onJoined);
  return (
    <ReasonDialog
      title={words.joinTitle}
      confirm={words.join}
      send={(reason) => join(kept.id, joined.id, reason)}
      onClose={onClose}
    >
      <WhatHappens lead={words.becomes(groupedNumber(joined), groupedNumber(kept))} />
    </ReasonDialog>
  );
}

function JoinChosen({ onClose, onJoined }: Omit<JoinDialogProps, 'pair'>) {
  const words = useLabels(accountLabels);
  const reasons = useLabels(duplicateLabels);
  const join = useJoin(onJoined);
  const options = useAccountOptions().map(({ value, label, hint }) => ({
    value,
    label: [label, hint].filter(Boolean).join(' · '),
  }));
  const form = useForm({
    initial: { kept: '', joined: '', reason: '' },
    check: ({ kept, joined, reason }) => [
      ...(kept ? [] : [{ path: 'kept', message: words.chooseBoth }]),
      ...(joined ? [] : [{ path: 'joined', message: words.chooseBoth }]),
      ...(kept && kept === joined ? [{ path: 'joined', message: words.chooseOther }] : []),
      ...(reason.trim() ? [] : [{ path: 'reason', message: reasons.reasonMissing }]),
    ],
    send: async ({ kept, joined, reason }) => {
      const refused = await join(kept, joined, reason.trim());
      return refused === null ? [] : [{ path: null, message: refused }];
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={words.joinTwo} confirm={words.join} form={form} onClose={onClose}>
      <ChoiceField
        form={form}
        name="kept"
        label={words.kept}
        options={options}
        none={words.choose}
      />
      <ChoiceField
        form={form}
        name="joined"
        label={words.joinedOne}
        options={options}
        none={words.choose}
      />
      <WhatHappens lead={words.becomesOther} />
      <TextField
        form={form}
        name="reason"
        label={reasons.reason}
        help={reasons.reasonHelp}
        rows={3}
        maxLength={LONGEST}
      />
    </FormDialog>
  );
}

export function SeparateDialog({
  joined,
  kept,
  onClose,
  onSeparated,
}: {
  joined: NamedAccountFragment['joined'][number];
  kept: string;
  onClose: () => void;
  onSeparated: () => void;
}) {
  const words = useLabels(accountLabels);
  const settle = useLedger();
  const [separate] = useMutation(SeparateAccountsDocument);
  const send = async (reason: string) => {
    const { refused, settled } = await settle(
      async () => (await separate({ variables: { id: joined.id, reason } })).data?.separateAccounts,
      words.separated,
    );
    if (refused === null) void settled.then(onSeparated);
    return refused;
  };
  return (
    <ReasonDialog
      title={words.separateTitle}
      confirm={words.separate}
      send={send}
      onClose={onClose}
    >
      <p>
        {words.separateHelp(groupedAsWritten(joined.number), kept)} {words.notAgain}
      </p>
    </ReasonDialog>
  );
}
