import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DebugScreen } from '@/features/debug';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';
import { processes } from '@/testing/world/processes';

const [one, gone] = processes;
const DONE = { __typename: 'Success', id: null };

test('a process is drained with a reason and its name, and the last one warns', async () => {
  let given: unknown = null;
  bend({
    drainProcess: (sent: object) => {
      given = sent;
      return DONE;
    },
  });
  const { person } = show(<DebugScreen />, '/?tab=work');
  const table = await screen.findByRole('table', { name: 'Worker processes' });
  expect(within(table).getByRole('row', { name: /host-2 Gone/ })).toBeInTheDocument();
  // What is gone cannot be drained.
  expect(within(table).getAllByRole('button')).toHaveLength(1);
  await person.click(within(table).getByRole('button', { name: 'Drain host-1' }));
  const dialog = screen.getByRole('dialog', { name: 'Drain the process host-1?' });
  expect(within(dialog).getByText(/No other process is at work/)).toBeInTheDocument();
  await person.type(within(dialog).getByLabelText('Why'), 'New memory');
  await person.click(within(dialog).getByRole('button', { name: 'Drain' }));
  expect(within(dialog).getByLabelText('Type host-1 to confirm')).toHaveAccessibleDescription(
    /the name of the process/,
  );
  expect(given).toBeNull();
  await person.type(within(dialog).getByLabelText('Type host-1 to confirm'), 'host-1');
  await person.click(within(dialog).getByRole('button', { name: 'Drain' }));
  await waitFor(() => expect(given).toEqual({ name: 'host-1', reason: 'New memory' }));
});

test('one that is drained says since when, and is taken back; beside it the other is not the last', async () => {
  let back = '';
  const drained = { ...one, standing: 'DRAINED', drained: '2026-11-20T08:00:00Z', running: 0 };
  bend({
    debugProcesses: () => ({
      hasOtherTenants: false,
      processes: [
        drained,
        { ...gone, standing: 'WORKING' },
        { ...gone, name: 'host-3', standing: 'WORKING' },
      ],
    }),
    takeProcessBack: ({ name }: { name: string }) => {
      back = name;
      return DONE;
    },
  });
  const { person } = show(<DebugScreen />, '/?tab=work');
  const row = await screen.findByRole('row', { name: /host-1 Drained ?since/ });
  await person.click(within(row).getByRole('button', { name: 'Take host-1 back' }));
  await waitFor(() => expect(back).toBe('host-1'));
  await person.click(screen.getByRole('button', { name: 'Drain host-2' }));
  expect(
    within(screen.getByRole('dialog')).getByText(/Other processes do what waits/),
  ).toBeInTheDocument();
});

test('where other realms have work on them, the operator drains', async () => {
  bend({ debugProcesses: () => ({ hasOtherTenants: true, processes }) });
  show(<DebugScreen />, '/?tab=work');
  expect(await screen.findByText(/giroscope process --drain/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Drain host-1' })).toBeNull();
});

test('who only reads sees how they stand, and no button', async () => {
  permissions.set({ verbs: new Set(VERBS.filter((verb) => verb !== 'debug.act')) });
  show(<DebugScreen />, '/?tab=work');
  const table = await screen.findByRole('table', { name: 'Worker processes' });
  expect(within(table).queryByRole('button')).toBeNull();
});

test('where nobody works, that is told', async () => {
  bend({ debugProcesses: () => ({ hasOtherTenants: false, processes: [] }) });
  show(<DebugScreen />, '/?tab=work');
  expect(await screen.findByText(/No process does background work/)).toBeInTheDocument();
});
