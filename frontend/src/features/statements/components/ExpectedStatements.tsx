/** Which accounts' statements are expected by when, how each stands, and changing it. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { StatementHabitsDocument, type HabitLineFragment } from '@/generated/graphql';
import { accountLabel, OwnAccountInFull } from '@/features/banks';
import { formatDate } from '@/kernel/dates';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, DateText, Drawer, QueryStates, Skeleton, Tag } from '@/ui';
import { expectedLabels } from '../expectedLabels';
import { HabitDialog } from './HabitDialog';

export function ExpectedStatements({ onClose }: { onClose: () => void }) {
  const words = useLabels(expectedLabels);
  const query = useQuery(StatementHabitsDocument, { fetchPolicy: UNTOLD });
  return (
    <Drawer title={words.title} onClose={onClose}>
      <p className="g-muted">{words.help}</p>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ statementHabits }) =>
          statementHabits.length > 0 ? (
            <HabitTable habits={statementHabits} />
          ) : (
            <p className="g-muted">{words.noAccounts}</p>
          )
        }
      </QueryStates>
    </Drawer>
  );
}

function HabitTable({ habits }: { habits: readonly HabitLineFragment[] }) {
  const words = useLabels(expectedLabels);
  const mayChange = useMay('statements.expect');
  const [open, setOpen] = useState<HabitLineFragment | null>(null);
  return (
    <div className="g-table-frame">
      <table className="g-table" aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col">{words.due}</th>
            <th scope="col">{words.latest}</th>
            {mayChange && (
              <th scope="col">
                <span className="g-sr">{words.change}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {habits.map((habit) => (
            <tr key={habit.account.id}>
              <td data-label={words.account}>
                <OwnAccountInFull account={habit.account} />
              </td>
              <td data-label={words.due}>
                {expectation(habit, words)}
                <span className="g-sub">{habit.isOwn ? words.own : words.usual}</span>
              </td>
              <td data-label={words.latest}>
                <LatestDay habit={habit} />
              </td>
              {mayChange && (
                <td className="g-cell-toggle">
                  <Button
                    small
                    look="quiet"
                    icon="pencil"
                    aria-label={`${words.change}: ${accountLabel(habit.account)}`}
                    onClick={() => setOpen(habit)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {open && <HabitDialog habit={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function expectation(
  { isOwn, isWatched, everyDays, due }: HabitLineFragment,
  words: Words<typeof expectedLabels>,
): string {
  if (!isWatched) return words.notExpected;
  // Whoever says that statements are expected says so of each banking day.
  return isOwn || everyDays === 1 ? words.by(due) : words.every(String(everyDays));
}

function LatestDay({ habit: { lastDay, missingSince } }: { habit: HabitLineFragment }) {
  const words = useLabels(expectedLabels);
  const { dateFormat } = useNotation();
  return (
    <>
      {lastDay ? <DateText value={lastDay} /> : <span className="g-muted">{words.none}</span>}
      {missingSince && (
        <>
          {' '}
          <Tag tone="warn" icon="exclamation-triangle">
            {words.missing(formatDate(missingSince, dateFormat))}
          </Tag>
        </>
      )}
    </>
  );
}
