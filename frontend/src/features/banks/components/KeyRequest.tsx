/** A new key that somebody asked for: another account manager decides, or who asked takes it back. */
import { useMutation } from '@apollo/client/react';
import {
  ConfirmBankKeyDocument,
  RejectBankKeyDocument,
  WithdrawBankKeyDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Facts, Icon } from '@/ui';
import { labels } from '../labels';
import { useAct } from '../useBankActions';
import type { OpenBank } from './BankDrawer';

export function KeyRequest({ request }: { request: NonNullable<OpenBank['keyRequest']> }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const isConfirmation = request.letter.length > 0;
  const mayChange = useMay('banks.change');
  const variables = { requestId: request.id };
  const [confirm] = useMutation(ConfirmBankKeyDocument, { variables });
  const [reject] = useMutation(RejectBankKeyDocument, { variables });
  const [withdraw] = useMutation(WithdrawBankKeyDocument, { variables });
  const act = useAct();
  return (
    <div className="g-notice g-tone-warn" role="status">
      <Icon name="key" />
      <span>
        <strong>
          {isConfirmation
            ? request.isOwn
              ? words.confirmationOwn
              : words.confirmationRequest(request.requestedBy)
            : request.isOwn
              ? words.keyRequestOwn
              : words.keyRequest(request.requestedBy)}
        </strong>{' '}
        <AgeText value={request.created} />
        <span className="g-sub">{request.reason}</span>
        {isConfirmation && (
          <Facts facts={request.letter.map(({ label, value }) => [label[language], value])} />
        )}
      </span>
      {mayChange && (
        <span className="g-actions">
          {request.isOwn ? (
            <Button
              small
              icon="undo"
              onClick={() =>
                void act(async () => (await withdraw()).data?.withdrawBankKey, words.keyDecided)
              }
            >
              {words.withdrawKey}
            </Button>
          ) : (
            <>
              <Button
                small
                look="danger"
                icon="check"
                onClick={() =>
                  void act(async () => (await confirm()).data?.confirmBankKey, words.keyDecided)
                }
              >
                {words.confirmKey}
              </Button>
              <Button
                small
                icon="times"
                onClick={() =>
                  void act(async () => (await reject()).data?.rejectBankKey, words.keyDecided)
                }
              >
                {words.rejectKey}
              </Button>
            </>
          )}
        </span>
      )}
    </div>
  );
}
