/** Connects a bank in steps: which one, the numbers of its letter, name and accounts; then its code. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { BankProfilesDocument, CreateBankDocument, type BankActivation } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, QueryStates, Skeleton, TypedDialog } from '@/ui';
import { labels } from '../labels';
import { fits, tidied } from '../letter';
import { attempt, tellDone, useRefreshed } from '../useBankActions';
import { accountsOf, flawedLine } from './AccountLines';
import { ActivateDialog } from './ActivateDialog';
import { ConfirmationDialog } from './ConfirmationDialog';
import { BankChoice, LetterStep, NameStep, fieldsOf, type Draft, type Profile } from './wizard';

const EMPTY: Draft = {
  profile: null,
  environment: null,
  numbers: {},
  name: '',
  accounts: { text: '', receiving: [] },
};

export function ConnectDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  if (made) {
    const Next = made.activation === 'CONFIRMATION' ? ConfirmationDialog : ActivateDialog;
    return (
      <Next
        bank={made}
        onClose={() => {
          onClose();
          onCreated(made.id);
        }}
      />
    );
  }
  return (
    <Wizard
      onClose={onClose}
      onMade={(id, name, activation) =>
        activation === 'NONE' ? (onClose(), onCreated(id)) : setMade({ id, name, activation })
      }
    />
  );
}

type Made = { id: string; name: string; activation: BankActivation };

type Refused = { message: string; path: string | null };

function Wizard({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (id: string, name: string, activation: BankActivation) => void;
}) {
  const words = useLabels(labels);
  const query = useQuery(BankProfilesDocument);
  const [create] = useMutation(CreateBankDocument);
  const refreshed = useRefreshed();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const profile = query.data?.bankProfiles.find(({ key }) => key === draft.profile) ?? null;
  const steps =
    profile?.fields.length === 0
      ? ([words.wizardBank, words.wizardAccounts] as const)
      : ([words.wizardBank, words.wizardLetter, words.wizardAccounts] as const);
  const isLast = step === steps.length - 1;
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setRefused(null);
  };
  const send = async (bank: Profile) => {
    setBusy(true);
    const parameters = fieldsOf(bank).map((field) => ({
      name: field.name,
      value: tidied(field, draft.numbers[field.name] ?? ''),
    }));
    const wish = {
      name: draft.name.trim(),
      profile: bank.key,
      environment: draft.environment ?? 'PRODUCTION',
      parameters,
      accounts: accountsOf(draft.accounts),
    };
    const ended = await attempt(
      async () => (await create({ variables: { bank: wish } })).data?.createBank,
    );
    await refreshed();
    setBusy(false);
    setRefused(ended.refused);
    if (ended.refused?.path && fieldsOf(bank).some(({ name }) => name === ended.refused?.path))
      setStep(1);
    if (ended.id === null) return;
    const { activation } = bank.protocol;
    tellDone(activation === 'NONE' ? words.folderCreated(wish.name) : words.created(wish.name));
    onMade(ended.id, wish.name, activation);
  };
  const go = () => {
    const flaw = flawOf(steps[step], draft, profile, words);
    setRefused(flaw);
    if (flaw || !profile) return;
    if (isLast) void send(profile);
    else setStep(step + 1);
  };
  return (
    <TypedDialog
      title={words.connect}
      confirm={isLast && profile ? words.create : words.next}
      busy={busy}
      dirty={Object.keys(draft.numbers).length > 0 || draft.accounts.text !== ''}
      onConfirm={go}
      onClose={onClose}
    >
      <form
        className="g-form bk-wizard"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <p className="bk-step">
          <span className="g-muted">{words.stepOf(step + 1, steps.length)}</span>{' '}
          <strong>{steps[step]}</strong>
        </p>
        <QueryStates query={query} skeleton={<Skeleton lines={5} />}>
          {({ bankProfiles }) => (
            <>
              {steps[step] === words.wizardBank && (
                <BankChoice profiles={bankProfiles} draft={draft} onChange={change} />
              )}
              {steps[step] === words.wizardLetter && profile && (
                <LetterStep profile={profile} draft={draft} refused={refused} onChange={change} />
              )}
              {steps[step] === words.wizardAccounts && profile && (
                <NameStep draft={draft} onChange={change} />
              )}
            </>
          )}
        </QueryStates>
        {refused && (
          <p className="g-field-error" role="alert">
            {refused.message}
          </p>
        )}
        {step > 0 && (
          <div className="g-actions">
            <Button
              small
              icon="arrow-left"
              disabled={busy}
              onClick={() => {
                setStep(step - 1);
                setRefused(null);
              }}
            >
              {words.back}
            </Button>
          </div>
        )}
        <button type="submit" hidden />
      </form>
    </TypedDialog>
  );
}

/** What keeps somebody from going on, in words. */
function flawOf(
  step: string | undefined,
  draft: Draft,
  profile: Profile | null,
  words: {
    wizardBank: string;
    wizardLetter: string;
    missing: (what: string) => string;
    written: (example: string) => string;
    badAccount: (line: string) => string;
    ownName: string;
    bank: string;
  },
): Refused | null {
  if (!profile) return { message: words.missing(words.bank), path: null };
  if (step === words.wizardBank) return null;
  if (step === words.wizardLetter) {
    const wrong = fieldsOf(profile).find((field) => !fits(field, draft.numbers[field.name] ?? ''));
    return wrong ? { message: words.written(wrong.example), path: wrong.name } : null;
  }
  const line = flawedLine(draft.accounts);
  if (line !== null) return { message: words.badAccount(line), path: null };
  return draft.name.trim() ? null : { message: words.missing(words.ownName), path: null };
}
