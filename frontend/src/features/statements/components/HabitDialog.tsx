/** Says by when an account's statements are expected, that none are, or that it is as usual. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { ChangeStatementHabitDocument, StatementHabitsDocument, type HabitLineFragment } from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, TypedDialog } from '@/ui';
import { expectedLabels } from '../expectedLabels';

type Choice = 'asUsual' | 'everyDay' | 'never';
const CHOICES: readonly Choice[] = ['asUsual', 'everyDay', 'never'];
const choiceOf = ({ isOwn, isWatched }: HabitLineFragment): Choice => (isOwn ? (isWatched ? 'everyDay' : 'never') : 'asUsual');

export function HabitDialog({ habit, onClose }: { habit: HabitLineFragment; onClose: () => void }) {
  const words = useLabels(expectedLabels);
  const name = useId();
  const [choice, setChoice] = useState(choiceOf(habit));
  const [due, setDue] = useState(habit.due);
  const [refused, setRefused] = useState<string | null>(null);
  const [change, { loading }] = useMutation(ChangeStatementHabitDocument, { refetchQueries: [StatementHabitsDocument], awaitRefetchQueries: true });
  const go = async () => {
    const wish = choice === 'asUsual' ? null : { isWatched: choice === 'everyDay', due };
    try {
      const { data } = await change({ variables: { accountId: habit.account.id, wish } });
      const answer = data?.changeStatementHabit;
      if (answer?.__typename === 'Problem') {
        setRefused(answer.message);
        return;
      }
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      setRefused([detail ?? words.failed, correlationId].filter(Boolean).join(' · '));
      return;
    }
    notify({ severity: 'success', title: words.done, text: words.saved });
    onClose();
  };
  return (
    <TypedDialog title={words.changeTitle(accountLabel(habit.account))} confirm={words.save} busy={loading} dirty={choice !== choiceOf(habit) || due !== habit.due} onConfirm={() => void go()} onClose={onClose}>
      <fieldset className="g-field s-habit">
        <legend className="g-sr">{words.due}</legend>
        {CHOICES.map((each) => (
          <label key={each}><input type="radio" name={name} checked={choice === each} onChange={() => setChoice(each)} /> {words[each]}</label>
        ))}
        {choice === 'everyDay' && <label className="s-habit-time">{words.time} <input type="time" required className="p-inputtext p-component" value={due} onChange={(event) => setDue(event.target.value)} /></label>}
      </fieldset>
      {refused && <p className="g-field-error" role="alert">{refused}</p>}
    </TypedDialog>
  );
}
