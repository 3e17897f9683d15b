import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { refusal } from '@/testing/world/answer';
import { toasts } from '@/ui';
import { MessageScreen } from './MessageScreen';

const tasks = () => screen.findByRole('table', { name: 'My tasks' });

test('what waits for a person stands beside the messages and leads to just that', async () => {
  const { person, addressNow } = show(<MessageScreen />);
  expect(await screen.findByRole('table', { name: 'Messages' })).toBeInTheDocument();
  screen.getByRole('tab', { name: /Messages/ }).focus();
  await person.keyboard('{ArrowRight}');
  expect(addressNow()).toBe('/?tab=tasks');
  const [, approve, match] = within(await tasks()).getAllByRole('row') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(within(approve).getByRole('link', { name: 'Approve payments' })).toHaveAttribute(
    'href',
    '/?view=mine',
  );
  expect(approve).toHaveTextContent(/1,250\.50/);
  expect(approve).toHaveTextContent(/80\.00/);
  expect(match).toHaveTextContent('1,000+');
  expect(screen.getByRole('tab', { name: /My tasks/, selected: true })).toHaveTextContent('2');
  expect(screen.queryByRole('table', { name: 'Messages' })).not.toBeInTheDocument();
});

test('where nothing waits that is said, in Danish too', async () => {
  bend({ myTasks: () => [] });
  preferLanguage('da');
  show(<MessageScreen />, '/?tab=tasks');
  expect(await screen.findByText('Intet venter på dig')).toBeInTheDocument();
});

test('a failure is told, and tried again', async () => {
  bend({
    myTasks: () => {
      throw refusal('INTERNAL', 'no');
    },
  });
  const { person } = show(<MessageScreen />, '/?tab=tasks');
  const again = await screen.findByRole('button', { name: /Try again/ });
  bend({ myTasks: () => [] });
  await person.click(again);
  expect(await screen.findByText('Nothing waits for you')).toBeInTheDocument();
});

test('what a person is mailed of is chosen by them, and refusals are told', async () => {
  const asked: unknown[] = [];
  bend({
    chooseMails: ({ choices }: { choices: unknown }) => {
      asked.push(choices);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<MessageScreen />, '/?tab=mail');
  const table = await screen.findByRole('table', { name: 'Mails to me' });
  const own = within(table).getByRole('combobox', { name: 'My tasks, Information' });
  expect(within(own).queryByRole('option', { name: 'At once' })).not.toBeInTheDocument();
  const errors = within(table).getByRole('combobox', { name: 'Files, Errors' });
  expect(errors).toHaveValue('DAILY');
  await person.selectOptions(errors, 'At once');
  expect(asked).toEqual([[{ topic: 'FILES', level: 'ERROR', frequency: 'AT_ONCE' }]]);
  await waitFor(() => expect(toasts.get()).toMatchObject([{ severity: 'success' }]));
});

test('who has no role is told that no mail is sent, and who may not choose cannot', async () => {
  bend({
    mailPreferences: () => ({
      isMailed: false,
      choices: [{ topic: 'FILES', level: 'ERROR', frequency: 'DAILY' }],
    }),
  });
  permissions.set({ verbs: new Set(['messages.read', 'viewer.read']) });
  preferLanguage('da');
  show(<MessageScreen />, '/?tab=mail');
  expect(await screen.findByText(/Du har ingen her/)).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Filer, Fejl' })).toBeDisabled();
});
