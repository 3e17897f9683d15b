/** Who acts for whom, and the dialog by which an approver lets another act. */
import { useMemo, useState } from 'react';
import {
  ApprovalDelegationListDocument,
  DelegateApprovalsDocument,
  EndApprovalDelegationDocument,
  type ApprovalDelegationListQuery,
} from '@/generated/graphql';
import { addDays, isPlainDate, today } from '@/kernel/dates';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  ChoiceField,
  DateField,
  DateText,
  FormDialog,
  List,
  notify,
  useForm,
  useList,
  useNoDate,
  type Column,
} from '@/ui';
import { tellDone, useDecide } from '../deciding';
import { policyLabels } from '../policyLabels';
import type { Named } from '../ruleForm';

type Delegation = ApprovalDelegationListQuery['approvalDelegations']['edges'][number]['node'];

const rowKey = (row: Delegation) => row.id;

export function Delegations({ approvers }: Pick<Named, 'approvers'>) {
  const words = useLabels(policyLabels);
  const mayApprove = useMay('payments.approve');
  const [asking, setAsking] = useState(false);
  const list = useList({
    name: 'approvalDelegations',
    document: ApprovalDelegationListDocument,
    variables: {},
    connection: ({ approvalDelegations }) => approvalDelegations,
    rowKey,
    prefix: 'delegation-',
  });
  const columns = useMemo(() => delegationColumns(words), [words]);
  return (
    <section className="g-stack">
      <div className="ap-head">
        <h2>{words.delegations}</h2>
        {mayApprove && (
          <Button small icon="user" onClick={() => setAsking(true)}>
            {words.delegate}
          </Button>
        )}
      </div>
      <List
        list={list}
        caption={words.delegations}
        columns={columns}
        hasViews={false}
        filtered={false}
        onClear={() => undefined}
        empty={{ picture: 'people', title: words.noDelegations, text: words.noDelegationsHelp }}
      />
      {asking && <DelegateDialog approvers={approvers} onClose={() => setAsking(false)} />}
    </section>
  );
}

function delegationColumns(words: Words<typeof policyLabels>): readonly Column<Delegation>[] {
  return [
    { key: 'from', header: words.fromPerson, width: 12, cell: (row) => row.fromPerson },
    { key: 'to', header: words.toPerson, width: 12, cell: (row) => row.toPerson },
    {
      key: 'days',
      header: words.days,
      width: 14,
      cell: (row) => (
        <>
          <DateText value={row.fromDay} /> – <DateText value={row.toDay} />
        </>
      ),
    },
    {
      key: 'actions',
      header: words.actions,
      width: 8,
      cell: (row) => (row.isOwn ? <End row={row} /> : null),
    },
  ];
}

function End({ row }: { row: Delegation }) {
  const words = useLabels(policyLabels);
  const decide = useDecide();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    const refused = await decide(EndApprovalDelegationDocument, { id: row.id });
    setBusy(false);
    if (refused) notify({ severity: 'error', title: words.delegations, text: refused.message });
    else tellDone(words.ended);
  };
  return (
    <Button small busy={busy} aria-label={words.endOf(row.toPerson)} onClick={() => void end()}>
      {words.end}
    </Button>
  );
}

function DelegateDialog({
  approvers,
  onClose,
}: Pick<Named, 'approvers'> & { onClose: () => void }) {
  const words = useLabels(policyLabels);
  const decide = useDecide();
  const noDate = useNoDate();
  const form = useForm({
    initial: { personId: '', fromDay: today(), toDay: addDays(today(), 7) },
    check: (typed) => [
      ...(typed.personId ? [] : [{ path: 'personId', message: words.choosePerson }]),
      ...(['fromDay', 'toDay'] as const)
        .filter((day) => !isPlainDate(typed[day]))
        .map((path) => ({ path, message: noDate(typed[path]) })),
    ],
    send: async (typed) => {
      const refused = await decide(DelegateApprovalsDocument, typed);
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.delegated);
    },
  });
  return (
    <FormDialog title={words.delegateTitle} confirm={words.delegate} form={form} onClose={onClose}>
      <p>{words.delegateHelp}</p>
      <ChoiceField
        form={form}
        name="personId"
        label={words.person}
        none={words.choosePerson}
        options={approvers
          .filter(({ isSelf }) => !isSelf)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="ap-two">
        <DateField form={form} name="fromDay" label={words.fromDay} />
        <DateField form={form} name="toDay" label={words.toDay} />
      </div>
    </FormDialog>
  );
}
