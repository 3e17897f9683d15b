/** What waits for a second account manager, who can confirm it, and deciding it. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ConfirmErpRequestDocument,
  ErpRequestListDocument,
  RejectErpRequestDocument,
  WithdrawErpRequestDocument,
  type ErpRequestListQuery,
} from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { Button, Facts, Icon, InstantText, VerbDialog, attempt } from '@/ui';
import { labels } from './labels';

type Request = ErpRequestListQuery['erpRequests'][number];
type Act = 'confirm' | 'reject' | 'withdraw';

const POLL_MS = 10_000;

export function ErpRequests({ kind }: { kind: Request['kind'] }) {
  const words = useLabels(labels);
  const { data } = useQuery(ErpRequestListDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: POLL_MS,
  });
  const found = data?.erpRequests.filter((one) => one.kind === kind) ?? [];
  if (found.length === 0) return null;
  return (
    <section className="g-card g-stack" aria-label={words.title}>
      <h2>
        <Icon name="users" /> {words.title}
      </h2>
      {found.map((one) => (
        <OneRequest key={one.id} request={one} />
      ))}
    </section>
  );
}

function OneRequest({ request }: { request: Request }) {
  const words = useLabels(labels);
  const [asked, setAsked] = useState<Act | null>(null);
  const mayDecide = useMay('erp.activate') && request.obstacle === null;
  const account = (number: string) => number || words.asInErp;
  return (
    <article aria-label={words[request.kind]}>
      <h3>{words[request.kind]}</h3>
      <Facts
        facts={[
          ...(request.kind === 'ACTIVATION'
            ? [
                [
                  words.changes,
                  request.changes.map((one) => wordFor(words, one)).join(', '),
                ] as const,
              ]
            : [
                [words.method, request.method] as const,
                [
                  words.account,
                  words.becomes(
                    account(request.debtorAccountNow ?? ''),
                    account(request.debtorAccount ?? ''),
                  ),
                ] as const,
              ]),
          [words.requestedBy, request.requestedBy],
          [
            words.canConfirm,
            request.canConfirm.length > 0 ? request.canConfirm.join(', ') : words.nobody,
          ],
          [words.expires, <InstantText key="expires" value={request.expires} />],
        ]}
      />
      <div className="g-actions">
        {mayDecide && (
          <Button small look="primary" icon="check" onClick={() => setAsked('confirm')}>
            {words.confirm}
          </Button>
        )}
        {mayDecide && (
          <Button small look="danger" icon="times" onClick={() => setAsked('reject')}>
            {words.reject}
          </Button>
        )}
        {request.isOwn && (
          <Button small icon="undo" onClick={() => setAsked('withdraw')}>
            {words.withdraw}
          </Button>
        )}
      </div>
      {asked && <Decision act={asked} request={request} onClose={() => setAsked(null)} />}
    </article>
  );
}

const DONE = { confirm: 'confirmed', reject: 'rejected', withdraw: 'withdrawn' } as const;

function Decision({
  act,
  request: { id, kind },
  onClose,
}: {
  act: Act;
  request: Request;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const [confirm] = useMutation(ConfirmErpRequestDocument);
  const [reject] = useMutation(RejectErpRequestDocument);
  const [withdraw] = useMutation(WithdrawErpRequestDocument);
  const variables = { id };
  const acts: Record<Act, Parameters<typeof attempt>[0]> = {
    confirm: async () => (await confirm({ variables })).data?.confirmErpRequest,
    reject: async () => (await reject({ variables })).data?.rejectErpRequest,
    withdraw: async () => (await withdraw({ variables })).data?.withdrawErpRequest,
  };
  return (
    <VerbDialog
      title={`${words[act]}: ${words[kind]}`}
      confirm={words[act]}
      danger={act === 'reject'}
      done={words[DONE[act]]}
      act={() => attempt(acts[act])}
      onClose={onClose}
    >
      <p>{act === 'confirm' ? words.confirmHelp : words.rejectHelp}</p>
    </VerbDialog>
  );
}
