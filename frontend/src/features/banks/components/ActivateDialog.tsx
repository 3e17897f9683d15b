/** Takes the bank's activation code, asks the bank, and waits for what it says. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OneBankDocument, type BankFieldFactsFragment } from '@/generated/graphql';
import { askEndpoint } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button, Dialog, Icon, Progress, TypedDialog } from '@/ui';
import { labels } from '../labels';
import { fits, tidied } from '../letter';
import { isAtWork } from '../states';
import { attempt, useRefreshed } from '../useBankActions';
import { CheckedField } from './CheckedField';
import { LetterPicture } from './LetterPicture';

interface ActivateDialogProps {
  bank: { id: string; name: string };
  onClose: () => void;
}

export function ActivateDialog({ bank, onClose }: ActivateDialogProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const [asked, setAsked] = useState<string | null>(null);
  const { data } = useQuery(OneBankDocument, {
    variables: { id: bank.id },
    pollInterval: asked ? 800 : 0,
  });
  const now = data?.bank;
  // A connection that works begins to look for files at once: its latest work may be another by now.
  const answered =
    asked !== null &&
    now?.work &&
    !(now.work.verb === 'bank-activate' && now.work.finished === null) &&
    now.state !== 'ACTIVATING';
  if (answered && isAtWork(now.state)) {
    return (
      <Dialog title={words.activateTitle(bank.name)} confirm={words.close} onConfirm={onClose}>
        <p className="g-notice g-tone-good" role="status">
          <Icon name="check-circle" />
          <span>{words.activated(bank.name)}</span>
        </p>
      </Dialog>
    );
  }
  if (asked !== null && !answered) {
    return (
      <Dialog title={words.activateTitle(bank.name)} confirm={words.close} onConfirm={onClose}>
        <div role="status" className="g-stack">
          <p>{words.activating}</p>
          <Progress name={words.activating} value={null} />
        </div>
      </Dialog>
    );
  }
  return (
    <CodeForm
      bank={bank}
      format={now?.profile.code ?? null}
      keepsCode={now?.keepsCode ?? false}
      failure={answered ? (now.work?.said?.[language] ?? null) : null}
      onAsked={() => setAsked(new Date().toISOString())}
      onClose={onClose}
    />
  );
}

interface CodeFormProps extends ActivateDialogProps {
  format: BankFieldFactsFragment | null;
  keepsCode: boolean;
  failure: string | null;
  onAsked: () => void;
}

function CodeForm({ bank, format, keepsCode, failure, onAsked, onClose }: CodeFormProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const refreshed = useRefreshed();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const send = async (typed: string | null) => {
    if (typed !== null && !(format && fits(format, typed))) {
      setRefused(typed ? words.written(format?.example ?? '') : words.missing(words.code));
      return;
    }
    setBusy(true);
    const ended = await attempt(async () =>
      askEndpoint('activationURL', {
        bankId: bank.id,
        code: typed && tidied({ keepsBlanks: false }, typed),
      }),
    );
    await refreshed();
    setBusy(false);
    setRefused(ended.refused?.message ?? null);
    if (!ended.refused) onAsked();
  };
  return (
    <TypedDialog
      title={words.activateTitle(bank.name)}
      confirm={words.activate}
      busy={busy}
      dirty={code !== ''}
      onConfirm={() => void send(code)}
      onClose={onClose}
    >
      <form
        className="g-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(code);
        }}
      >
        {failure && (
          <p className="g-notice g-tone-bad" role="alert">
            <Icon name="times-circle" />
            <span>
              <strong>{words.activationFailed}.</strong> {failure}
              {!keepsCode && ` ${words.activationHelp}`}
            </span>
          </p>
        )}
        <div className="bk-beside">
          <div className="g-stack">
            <p>{words.activateHelp}</p>
            {format && (
              <CheckedField
                format={format}
                label={format.label[language]}
                help={format.help[language]}
                value={code}
                flaw={refused}
                onChange={(value) => {
                  setCode(value);
                  setRefused(null);
                }}
              />
            )}
            {keepsCode && (
              <div className="g-actions">
                <Button small icon="refresh" disabled={busy} onClick={() => void send(null)}>
                  {words.activateAgain}
                </Button>
              </div>
            )}
          </div>
          <LetterPicture place={format?.place ?? null} />
        </div>
      </form>
    </TypedDialog>
  );
}
