import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { DebugScreen } from '@/features/debug';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';
import { summary } from '@/testing/world/debug';

describe('background work', () => {
  test('says what failed and why, and begins it again; what runs elsewhere is left', async () => {
    let begun = '';
    bend({
      beginWorkAgain: ({ id }: { id: string }) => {
        begun = id;
        return { __typename: 'Success', id: '13' };
      },
    });
    const { person } = show(<DebugScreen />, '/?tab=work');
    const table = await screen.findByRole('table', { name: 'Background work' });
    expect(await within(table).findByText('The bank does not answer')).toBeInTheDocument();
    expect(screen.getByText(/1 waiting, 0 running, 1 failed within a day/)).toBeInTheDocument();
    await person.click(
      within(table).getByRole('button', { name: 'Begin Fetch from a bank 12 again' }),
    );
    await waitFor(() => expect(begun).toBe('12'));
    expect(within(table).getAllByRole('button', { name: /^(Begin|Stop) / })).toHaveLength(2);
  });

  test('is held only with a reason and the realm’s name', async () => {
    let reason = '';
    bend({
      holdWork: (given: { reason: string }) => {
        reason = given.reason;
        return { __typename: 'Success', id: null };
      },
    });
    const { person } = show(<DebugScreen />, '/?tab=work');
    await person.click(await screen.findByRole('button', { name: 'Hold all work' }));
    const dialog = screen.getByRole('dialog', { name: 'Hold all background work?' });
    await person.type(within(dialog).getByLabelText('Why'), 'New disk');
    await person.click(within(dialog).getByRole('button', { name: 'Hold all work' }));
    expect(within(dialog).getByLabelText(/^Type .* to confirm$/)).toHaveAccessibleDescription(
      /the name of this realm/,
    );
    expect(reason).toBe('');
    await person.type(within(dialog).getByLabelText(/^Type .* to confirm$/), 'giroscope');
    await person.click(within(dialog).getByRole('button', { name: 'Hold all work' }));
    await waitFor(() => expect(reason).toBe('New disk'));
  });

  test('that is held says by whom, why, and is released', async () => {
    let released = false;
    bend({
      debugWork: () => ({
        ...summary,
        hold: { since: '2026-11-20T08:00:00Z', byName: 'Eva Lund', reason: 'New disk' },
      }),
      releaseWork: () => {
        released = true;
        return { __typename: 'Success', id: null };
      },
    });
    const { person } = show(<DebugScreen />, '/?tab=work');
    const note = (await screen.findByText(/All work is held by Eva Lund/)).closest(
      '[role=status]',
    ) as HTMLElement;
    expect(note).toHaveTextContent('New disk');
    await person.click(within(note).getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(released).toBe(true));
  });
});

test('an id leads to what was written down of it, and an unknown one says so', async () => {
  permissions.set({ verbs: new Set(VERBS.filter((verb) => verb !== 'logs.read')) });
  const { person } = show(<DebugScreen />, '/?tab=trace');
  const field = await screen.findByRole('searchbox', { name: 'Id, reference, file name or hash' });
  await person.type(field, 'MSG-1{Enter}');
  const rows = within(
    await screen.findByRole('table', { name: 'What was written down' }),
  ).getAllByRole('row');
  expect(rows).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'c1' })).toBeInTheDocument();
  // Only who may read the log is led there.
  expect(
    screen.getByRole('row', { name: /Exchange UploadFile, bank:1 500, 350 ms/ }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'UploadFile, bank:1' })).toBeNull();
  act(() => permissions.set({ verbs: new Set([...VERBS, 'logs.read']) }));
  expect(await screen.findByRole('link', { name: 'UploadFile, bank:1' })).toHaveAttribute(
    'href',
    '/logs?correlation=c1&log=41',
  );
  // A trace that a caller began is shown by the operator’s viewer, one of our own is not.
  expect(
    screen
      .getAllByRole('link', { name: /in the trace viewer/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://traces.example/4bf92f3577b34da6a3ce929d0e0e4736']);
  expect(screen.getAllByRole('button', { name: /Trace id/ })).toHaveLength(2);
  await person.click(screen.getByRole('link', { name: 'Follow trace 9f86d081884c7d65' }));
  expect(field).toHaveValue('9f86d081884c7d65');
  await person.clear(field);
  await person.type(field, 'nothing{Enter}');
  expect(await screen.findByText('Nothing is known of this')).toBeInTheDocument();
});

test('pasted text is looked at, and its errors are told with their lines', async () => {
  server.use(
    http.post('*/api/inspect', () =>
      HttpResponse.json({
        file: 'pasted text',
        size: 9,
        format: 'camt.053',
        findings: [
          { severity: 'error', code: 'broken', message: 'The XML ends too early.', line: 7 },
        ],
      }),
    ),
  );
  const { person } = show(<DebugScreen />, '/?tab=inspect');
  await person.type(await screen.findByLabelText('Or paste its content'), '<Document');
  await person.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByText('One error was found.')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /The XML ends too early\. 7/ })).toBeInTheDocument();
});

test('a refusal says what the server said', async () => {
  server.use(
    http.post('*/api/inspect', () =>
      HttpResponse.json(
        {
          status: 413,
          code: 'too_large',
          title: 'Too large',
          detail: 'At most 50 MB are looked at here',
        },
        { status: 413 },
      ),
    ),
  );
  const { person } = show(<DebugScreen />, '/?tab=inspect');
  await person.type(await screen.findByLabelText('Or paste its content'), 'x');
  await person.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 50 MB');
});

test('the asker sees who they are, ids in part, and what is switched on', async () => {
  show(<DebugScreen />, '/?tab=session');
  expect(await screen.findByText('3f1c…9d6c')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /realm_access Not shown/ })).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /Simulated bank On/ })).toBeInTheDocument();
});

test('the graph is asked by hand where that is switched on, and nowhere else', async () => {
  const { person } = show(<DebugScreen />, '/?tab=graph');
  await person.type(await screen.findByLabelText('Variables, as JSON'), '[[1]');
  await person.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('no JSON object');
  await person.clear(screen.getByLabelText('Variables, as JSON'));
  server.use(
    http.post('*/api/data/graphql', () => HttpResponse.json({ data: { viewer: { name: 'Eva' } } })),
  );
  await person.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText(/"name": "Eva"/)).toBeInTheDocument();
});

test('in production no view asks the graph', async () => {
  bend({ debugSwitches: () => [{ code: 'GRAPH_EXPLORER', isOn: false, decidedBy: [] }] });
  show(<DebugScreen />);
  expect(await screen.findByRole('tab', { name: 'Session and switches' })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Graph' })).not.toBeInTheDocument();
});
