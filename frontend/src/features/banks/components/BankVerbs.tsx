/** What may be done with one connection now, and what is under way. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  DeleteBankDocument,
  FetchBankDocument,
  ResumeBankDocument,
  RevokeBankDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Icon, Progress, VerbDialog } from '@/ui';
import { labels } from '../labels';
import { isAtWork, isBusy, wantsCode } from '../states';
import { attempt, useAct } from '../useBankActions';
import { ActivateDialog } from './ActivateDialog';
import type { OpenBank } from './BankDrawer';
import { ConfirmationDialog } from './ConfirmationDialog';
import { PauseDialog } from './PauseDialog';

type Asked = 'activate' | 'pause' | 'revoke' | 'remove';

export function BankVerbs({ bank, onGone }: { bank: OpenBank; onGone: () => void }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const mayChange = useMay('banks.change');
  const mayPause = useMay('banks.pause');
  const mayFetch = useMay('banks.fetch');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [fetchNow] = useMutation(FetchBankDocument, { variables: { id: bank.id } });
  const [resume] = useMutation(ResumeBankDocument, { variables: { id: bank.id } });
  const act = useAct();
  const isConfirmed = bank.profile.protocol.activation === 'CONFIRMATION';
  const Activate = isConfirmed ? ConfirmationDialog : ActivateDialog;
  const busy = isBusy(bank);
  const hasEnded = bank.state === 'REVOKED';
  const isUntouched =
    bank.certificates.length === 0 && bank.lastReceived === null && bank.lastSent === null;
  return (
    <>
      <div className="g-actions">
        {mayChange && wantsCode(bank.state) && !bank.keyRequest && (
          <Button look="primary" icon="key" onClick={() => setAsked('activate')}>
            {isConfirmed ? words.askConfirmation : words.activate}
          </Button>
        )}
        {mayFetch && isAtWork(bank.state) && !bank.paused && (
          <Button
            icon="cloud-download"
            busy={busy && bank.work?.verb === 'bank-fetch'}
            onClick={() =>
              void act(async () => (await fetchNow()).data?.fetchBank, words.fetchAsked)
            }
          >
            {words.fetchNow}
          </Button>
        )}
        {mayPause && !hasEnded && !bank.paused && (
          <Button icon="pause" onClick={() => setAsked('pause')}>
            {words.pause}
          </Button>
        )}
        {mayPause && bank.paused && (
          <Button
            icon="play"
            onClick={() =>
              void act(async () => (await resume()).data?.resumeBank, words.resumed(bank.name))
            }
          >
            {words.resume}
          </Button>
        )}
        {mayChange && !hasEnded && !isUntouched && (
          <Button look="danger" icon="ban" onClick={() => setAsked('revoke')}>
            {words.revoke}
          </Button>
        )}
        {mayChange && isUntouched && (
          <Button look="danger" icon="trash" onClick={() => setAsked('remove')}>
            {words.remove}
          </Button>
        )}
      </div>
      {bank.paused && (
        <p className="g-notice g-tone-warn">
          <Icon name="pause-circle" />
          <span>
            <AgeText value={bank.paused.since} /> {words.pausedBy(bank.paused.by)}
            {bank.paused.reason && ` · ${bank.paused.reason}`}
          </span>
        </p>
      )}
      {busy && <Underway bank={bank} />}
      {bank.said && bank.failingSince && !busy && (
        <p className="g-notice g-tone-bad" role="status">
          <Icon name="exclamation-circle" />
          <span>
            {words.failing} <AgeText value={bank.failingSince} />: {bank.said[language]}
          </span>
        </p>
      )}
      {asked === 'activate' && <Activate bank={bank} onClose={() => setAsked(null)} />}
      {asked === 'pause' && <PauseDialog bank={bank} onClose={() => setAsked(null)} />}
      {(asked === 'revoke' || asked === 'remove') && (
        <EndDialog bank={bank} verb={asked} onClose={() => setAsked(null)} onGone={onGone} />
      )}
    </>
  );
}

function Underway({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const told =
    bank.state === 'ACTIVATING'
      ? words.activating
      : bank.state === 'RENEWING'
        ? words.renewing
        : words.fetching;
  return (
    <div role="status" className="g-stack">
      <p className="g-muted">{told}</p>
      <Progress name={told} value={null} />
    </div>
  );
}

function EndDialog({
  bank,
  verb,
  onClose,
  onGone,
}: {
  bank: OpenBank;
  verb: 'revoke' | 'remove';
  onClose: () => void;
  onGone: () => void;
}) {
  const words = useLabels(labels);
  const [revoke] = useMutation(RevokeBankDocument, { variables: { id: bank.id } });
  const [remove] = useMutation(DeleteBankDocument, { variables: { id: bank.id } });
  if (verb === 'remove') {
    return (
      <VerbDialog
        title={words.removeTitle(bank.name)}
        confirm={words.remove}
        danger
        done={words.removed(bank.name)}
        act={() => attempt(async () => (await remove()).data?.deleteBank)}
        onDone={onGone}
        onClose={onClose}
      >
        <p>{words.removeHelp}</p>
      </VerbDialog>
    );
  }
  return (
    <VerbDialog
      title={words.revokeTitle(bank.name)}
      confirm={words.revoke}
      danger
      done={words.revoked(bank.name)}
      act={() => attempt(async () => (await revoke()).data?.revokeBank)}
      onClose={onClose}
    >
      <p>{words.revokeHelp}</p>
    </VerbDialog>
  );
}
