import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { accounts } from '@/testing/world/records';
import { ExpectedStatements } from './components/ExpectedStatements';

const opened = async (change: RegExp) => {
  permissions.set({ verbs: new Set(['statements.read', 'statements.expect']) });
  const { person } = show(<ExpectedStatements onClose={() => undefined} />);
  await person.click((await screen.findAllByRole('button', { name: change }))[0] as HTMLElement);
  return person;
};

test('by when a statement is expected is typed with 24 hours, and what is no time is not sent', async () => {
  const sent: { accountId: string; wish?: object }[] = [];
  bend({
    changeStatementHabit: (args: { accountId: string }) => {
      sent.push(args);
      return { __typename: 'Success', id: args.accountId };
    },
  });
  const person = await opened(/^Change: /);
  const time = screen.getByRole('textbox', { name: 'Time of day, Copenhagen' });
  expect(time).toHaveValue('17:00');
  await person.clear(time);
  await person.type(time, '5:00 PM');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(time).toHaveAccessibleDescription(
    '“5:00 PM” is not a time of day. Type the time with 24 hours, such as 17:00.',
  );
  expect(sent).toEqual([]);
  await person.clear(time);
  expect(time).toBeValid();
  await person.type(time, '9.30');
  await person.tab();
  expect(time).toHaveValue('09:30');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /expected\?$/ })).toBeNull());
  expect(sent.map(({ wish }) => wish)).toEqual([{ isWatched: true, due: '09:30' }]);
});

test('what is expected of an account is told as it is usual, or as somebody has set it', async () => {
  const [first, second, third] = accounts;
  const usual = { isOwn: false, isWatched: true, due: '10:00', lastDay: null, missingSince: null };
  bend({
    statementHabits: () => [
      { ...usual, account: first, everyDays: 1 },
      { ...usual, account: second, everyDays: 31 },
      { ...usual, account: third, isWatched: false, everyDays: null },
    ],
  });
  show(<ExpectedStatements onClose={() => undefined} />);
  const [, ...rows] = await screen.findAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'by 10:00as is usual',
    'about every 31 daysas is usual',
    'Not expectedas is usual',
  ]);
});

test('the time stands between its own choice and the next, and what is wrong with it goes with that choice', async () => {
  const person = await opened(/^Change: /);
  const time = screen.getByRole('textbox', { name: 'Time of day, Copenhagen' });
  const never = screen.getByRole('radio', { name: 'Do not expect any' });
  expect(
    screen.getByRole('radio', { name: 'Each banking day, by' }).compareDocumentPosition(time),
  ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(never.compareDocumentPosition(time)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  await person.clear(time);
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/^Type the time/);
  await person.click(never);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Time of day, Copenhagen' })).toBeNull();
});

test('a time that is missing is asked for in Danish, too', async () => {
  preferLanguage('da');
  const person = await opened(/^Ret: /);
  const time = screen.getByRole('textbox', { name: 'Klokkeslæt, København' });
  await person.clear(time);
  expect(time).toHaveAttribute('placeholder', 'tt:mm');
  await person.click(screen.getByRole('button', { name: 'Gem' }));
  expect(time).toHaveAccessibleDescription('Skriv klokkeslættet i 24-timersformat, fx 17:00.');
});
