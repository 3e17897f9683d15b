/** Asks somebody to choose a password, set up a second factor or confirm the mail address. */
import type { UserLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, useForm } from '@/ui';
import { askUser, type AskedBy, type UserStep } from '../accountActs';
import { labels } from '../labels';
import { attempt, flawsOfRefusal, tellDone, useRefreshed } from '../useUserActions';

const STEPS: readonly UserStep[] = ['CHANGE_PASSWORD', 'SET_UP_SECOND_FACTOR', 'CONFIRM_MAIL'];
const NOTHING_ASKED: Readonly<Record<UserStep | 'byMail', boolean>> = {
  CHANGE_PASSWORD: false,
  SET_UP_SECOND_FACTOR: false,
  CONFIRM_MAIL: false,
  byMail: true,
};
const WAYS: readonly AskedBy[] = ['MAIL', 'NEXT_SIGN_IN'];

export function AskDialog({
  user,
  onClose,
}: {
  user: Pick<UserLineFragment, 'id' | 'name'>;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: NOTHING_ASKED,
    check: (values) =>
      STEPS.some((step) => values[step]) ? [] : [{ path: null, message: words.askNothing }],
    send: async (values) => {
      const steps = STEPS.filter((step) => values[step]);
      const ended = await attempt(async () =>
        askUser(user.id, steps, values.byMail ? 'MAIL' : 'NEXT_SIGN_IN'),
      );
      if (ended.refused === null) await refreshed();
      return flawsOfRefusal(ended);
    },
    onDone: () => {
      onClose();
      tellDone(words.doneask(user.name));
    },
  });
  return (
    <FormDialog
      title={words.askask(user.name)}
      confirm={words.askButton}
      form={form}
      onClose={onClose}
    >
      <ul className="g-checklist">
        {STEPS.map((step) => (
          <li key={step}>
            <label>
              <input
                type="checkbox"
                checked={form.values[step]}
                onChange={() => form.change({ [step]: !form.values[step] })}
              />
              <span>{words[step]}</span>
            </label>
          </li>
        ))}
      </ul>
      <fieldset>
        <legend className="us-legend">{words.askHow}</legend>
        <ul className="g-checklist">
          {WAYS.map((way) => (
            <li key={way}>
              <label>
                <input
                  type="radio"
                  name="asked-by"
                  checked={form.values.byMail === (way === 'MAIL')}
                  onChange={() => form.change({ byMail: way === 'MAIL' })}
                />
                <span>{words[way]}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </FormDialog>
  );
}
