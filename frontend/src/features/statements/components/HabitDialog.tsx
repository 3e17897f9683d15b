/** Says by when an account's statements are expected, that none are, or that it is as usual. */
import { useMutation } from '@apollo/client/react';
import { Fragment, useId, useState } from 'react';
import {
  ChangeStatementHabitDocument,
  StatementHabitsDocument,
  type HabitLineFragment,
} from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { timeTyped } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, TypedDialog } from '@/ui';
import { expectedLabels } from '../expectedLabels';

type Choice = 'asUsual' | 'everyDay' | 'never';
const CHOICES: readonly Choice[] = ['asUsual', 'everyDay', 'never'];
const choiceOf = ({ isOwn, isWatched }: HabitLineFragment): Choice =>
  isOwn ? (isWatched ? 'everyDay' : 'never') : 'asUsual';

export function HabitDialog({ habit, onClose }: { habit: HabitLineFragment; onClose: () => void }) {
  const words = useLabels(expectedLabels);
  const name = useId();
  const [choice, setChoice] = useState(choiceOf(habit));
  const [due, setDue] = useState(habit.due);
  const [refused, setRefused] = useState<string | null>(null);
  const [change, { loading }] = useMutation(ChangeStatementHabitDocument, {
    refetchQueries: [StatementHabitsDocument],
    awaitRefetchQueries: true,
  });
  const time = timeTyped(due);
  const isUnclear = choice === 'everyDay' && time === null;
  const go = async () => {
    if (isUnclear) {
      setRefused(due ? words.notATime(due) : words.noTime);
      return;
    }
    const wish =
      choice === 'asUsual' ? null : { isWatched: choice === 'everyDay', due: time ?? habit.due };
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
  const flaw = refused && (
    <p id={`${name}-flaw`} className="g-field-error" role="alert">
      {refused}
    </p>
  );
  return (
    <TypedDialog
      title={words.changeTitle(accountLabel(habit.account))}
      confirm={words.save}
      busy={loading}
      dirty={choice !== choiceOf(habit) || due !== habit.due}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <fieldset className="g-field s-habit">
        <legend className="g-sr">{words.due}</legend>
        {CHOICES.map((each) => (
          <Fragment key={each}>
            <label className="s-habit-choice">
              <input
                type="radio"
                name={name}
                checked={choice === each}
                onChange={() => {
                  setChoice(each);
                  setRefused(null);
                }}
              />
              <span>{words[each]}</span>
            </label>
            {each === 'everyDay' && choice === each && (
              <>
                <label className="s-habit-time">
                  {words.time}{' '}
                  <input
                    className={`p-inputtext p-component${refused && isUnclear ? ' p-invalid' : ''}`}
                    size={6}
                    autoComplete="off"
                    placeholder={words.timePattern}
                    value={due}
                    aria-invalid={(refused !== null && isUnclear) || undefined}
                    aria-describedby={refused && isUnclear ? `${name}-flaw` : undefined}
                    onChange={(event) => {
                      setDue(event.target.value);
                      setRefused(null);
                    }}
                    onBlur={() => setDue(time ?? due)}
                  />
                </label>
                {isUnclear && flaw}
              </>
            )}
          </Fragment>
        ))}
      </fieldset>
      {!isUnclear && flaw}
    </TypedDialog>
  );
}
