/** Asks somebody to choose a password, set up a second factor or confirm the mail address. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { AskUserDocument, type AskedBy, type UserLineFragment, type UserStep } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUnsaved } from '@/kernel/unsaved';
import { Dialog } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useUserActions';

const STEPS: readonly UserStep[] = ['CHANGE_PASSWORD', 'SET_UP_SECOND_FACTOR', 'CONFIRM_MAIL'];
const WAYS: readonly AskedBy[] = ['MAIL', 'NEXT_SIGN_IN'];

export function AskDialog({ user, onClose }: { user: Pick<UserLineFragment, 'id' | 'name'>; onClose: () => void }) {
  const words = useLabels(labels);
  const [steps, setSteps] = useState<readonly UserStep[]>([]);
  const [by, setBy] = useState<AskedBy>('MAIL');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [ask] = useMutation(AskUserDocument);
  const refreshed = useRefreshed();
  useUnsaved(steps.length > 0);
  const go = async () => {
    if (steps.length === 0) {
      setRefused(words.askNothing);
      return;
    }
    setBusy(true);
    const ended = await attempt(async () => (await ask({ variables: { id: user.id, steps: [...steps], by } })).data?.askUser);
    if (ended.refused === null) await refreshed();
    setBusy(false);
    setRefused(ended.refused);
    if (ended.refused !== null) return;
    onClose();
    tellDone(words.doneask(user.name));
  };
  const toggle = (step: UserStep) => setSteps((now) => (now.includes(step) ? now.filter((each) => each !== step) : [...now, step]));
  return (
    <Dialog title={words.askask(user.name)} confirm={words.askButton} busy={busy} onConfirm={() => void go()} onClose={onClose}>
      <div className="g-stack">
        <ul className="g-checklist">
          {STEPS.map((step) => (
            <li key={step}><label><input type="checkbox" checked={steps.includes(step)} onChange={() => toggle(step)} /><span>{words[step]}</span></label></li>
          ))}
        </ul>
        <fieldset>
          <legend className="us-legend">{words.askHow}</legend>
          <ul className="g-checklist">
            {WAYS.map((way) => (
              <li key={way}><label><input type="radio" name="asked-by" checked={by === way} onChange={() => setBy(way)} /><span>{words[way]}</span></label></li>
            ))}
          </ul>
        </fieldset>
        {refused && <p className="g-field-error" role="alert">{refused}</p>}
      </div>
    </Dialog>
  );
}
