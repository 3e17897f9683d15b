/** Passkeys with what can be done about each. */
import { useState } from 'react';
import {
  ConfirmPasskeyDocument,
  RemovePasskeyDocument,
  type PasskeyRowFragment,
  type PeoplesPasskeysQuery,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels, type Words } from '@/kernel/i18n';
import {
  AgeText,
  Button,
  DataList,
  FormDialog,
  InstantText,
  Tag,
  TextField,
  VerbDialog,
  attempt,
  type Refusals,
  useRefusals,
  tellDone,
  useForm,
  useRefreshed,
  type Column,
  type Tone,
} from '@/ui';
import { labels } from '../labels';

type Row = PasskeyRowFragment &
  Partial<Pick<PeoplesPasskeysQuery['passkeysOfPeople'][number], 'obstacle'>>;
type Ask = (row: Row, verb: 'confirm' | 'remove') => void;

const LOOKS: Readonly<Record<Row['state'], Tone>> = {
  PENDING: 'warn',
  ACTIVE: 'good',
  REMOVED: 'neutral',
};
const rowKey = ({ id }: Row) => id;

export function PasskeyTable({
  caption,
  rows,
  isOfPeople = false,
}: {
  caption: string;
  rows: readonly Row[];
  isOfPeople?: boolean;
}) {
  const words = useLabels(labels);
  const refusals = useRefusals();
  const [asked, setAsked] = useState<{ row: Row; verb: 'confirm' | 'remove' } | null>(null);
  const columns = passkeyColumns(
    words,
    refusals,
    (row, verb) => setAsked({ row, verb }),
    isOfPeople,
  );
  const close = () => setAsked(null);
  return (
    <>
      <DataList caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
      {asked?.verb === 'confirm' && <ConfirmDialog row={asked.row} onClose={close} />}
      {asked?.verb === 'remove' && <RemoveDialog row={asked.row} onClose={close} />}
    </>
  );
}

function passkeyColumns(
  words: Words<typeof labels>,
  refusals: Refusals,
  ask: Ask,
  isOfPeople: boolean,
): readonly Column<Row>[] {
  return [
    {
      key: 'name',
      header: words.name,
      width: 14,
      cell: (row) => (
        <>
          {row.name}
          {row.isSynced && <span className="g-sub">{words.synced}</span>}
        </>
      ),
    },
    ...(isOfPeople
      ? [{ key: 'person', header: words.person, width: 12, cell: (row: Row) => row.person }]
      : []),
    {
      key: 'state',
      header: words.state,
      width: 14,
      cell: (row) => (
        <>
          <Tag tone={LOOKS[row.state]}>{words[row.state]}</Tag>
          {row.confirmedBy && <span className="g-sub">{words.confirmedBy(row.confirmedBy)}</span>}
        </>
      ),
    },
    {
      key: 'added',
      header: words.added,
      width: 10,
      cell: (row) => <InstantText value={row.createdAt} />,
    },
    {
      key: 'used',
      header: words.lastUsed,
      width: 10,
      priority: 3,
      cell: (row) =>
        row.usedAt ? (
          <AgeText value={row.usedAt} />
        ) : (
          <span className="g-muted">{words.never}</span>
        ),
    },
    {
      key: 'actions',
      header: words.actions,
      width: 14,
      cell: (row) => (
        <span className="g-actions">
          {isOfPeople && row.state === 'PENDING' && !row.obstacle && (
            <Button
              small
              look="primary"
              icon="check"
              aria-label={words.confirmOf(row.name, row.person)}
              onClick={() => ask(row, 'confirm')}
            >
              {words.confirm}
            </Button>
          )}
          {isOfPeople && row.state === 'PENDING' && row.obstacle && (
            <span className="g-muted">{refusals.reason(row.obstacle)}</span>
          )}
          <Button
            small
            icon="trash"
            aria-label={words.removeOf(row.name, row.person)}
            onClick={() => ask(row, 'remove')}
          >
            {words.remove}
          </Button>
        </span>
      ),
    },
  ];
}

function ConfirmDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const words = useLabels(labels);
  const act = () =>
    attempt(
      async () =>
        (await dataClient.mutate({ mutation: ConfirmPasskeyDocument, variables: { id: row.id } }))
          .data?.confirmPasskey,
    );
  return (
    <VerbDialog
      title={words.confirmTitle(row.person)}
      confirm={words.confirm}
      done={words.confirmed}
      act={act}
      onClose={onClose}
    >
      <p>{words.confirmHelp}</p>
    </VerbDialog>
  );
}

function RemoveDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() ? [] : [{ path: 'reason', message: words.reasonMissing }],
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () =>
          (
            await dataClient.mutate({
              mutation: RemovePasskeyDocument,
              variables: { id: row.id, reason },
            })
          ).data?.removePasskey,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.removed);
    },
  });
  return (
    <FormDialog
      title={words.removeTitle(row.name)}
      confirm={words.remove}
      form={form}
      onClose={onClose}
    >
      <p>{words.removeHelp}</p>
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
    </FormDialog>
  );
}
