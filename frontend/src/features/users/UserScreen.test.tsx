import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { UserScreen } from '@/features/users';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { hasUnsaved } from '@/kernel/unsaved';
import { show } from '@/testing/render';
import { bend, heardOfAccounts, server } from '@/testing/server';
import { VERBS, connection, refusal } from '@/testing/world/answer';
import { directory, people } from '@/testing/world/people';
import { toasts } from '@/ui';

type Asked = Record<string, unknown>;
const refuse =
  (code: string, message = 'no') =>
  () => {
    throw refusal(code, message);
  };
const told = () => toasts.get().map(({ severity, text }) => [severity, text]);
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

describe('the list of people', () => {
  test('is loading, then shows who may what, with what to look at', async () => {
    show(<UserScreen />);
    expect(screen.getByRole('heading', { level: 1, name: 'User management' })).toBeInTheDocument();
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
    const row = await rowOf('Camilla Østergaard');
    expect(row).toHaveTextContent('UploadPayment approverUploads and approves');
    expect(await rowOf('Emil Vang')).toHaveTextContent('Mail not sent');
    expect(await rowOf('Hanne Riis')).toHaveTextContent('Inactive');
    expect(screen.getByText('9 rows')).toBeInTheDocument();
  });

  test('says what it is for when nobody is there, and leads to the invitation', async () => {
    bend({ users: () => connection([]) });
    const { person } = show(<UserScreen />);
    expect(await screen.findByRole('heading', { name: 'Nobody here yet' })).toBeInTheDocument();
    await person.click(screen.getAllByRole('button', { name: 'Invite people' })[1] as HTMLElement);
    expect(screen.getByRole('dialog', { name: 'Invite people' })).toBeInTheDocument();
  });

  test('comes by itself when it is read for the first time, and again when it is read anew', async () => {
    let fetched: string | null = null;
    let listed: typeof people = [];
    bend({
      userDirectory: () => ({ ...directory, fetched }),
      users: () => connection(listed),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      show(<UserScreen />);
      const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
      await vi.waitFor(async () => {
        await pass(50);
        expect(
          screen.getByRole('heading', { name: 'The people are not here yet' }),
        ).toBeInTheDocument();
      });
      expect(screen.queryByRole('heading', { name: 'Nobody here yet' })).not.toBeInTheDocument();
      for (const [seconds, rows] of [
        [2, people.slice(0, 1)],
        [30, people.slice(0, 2)],
      ] as const) {
        fetched = `2026-03-10T08:00:0${rows.length}Z`;
        listed = rows;
        await pass(seconds * 1000);
        await vi.waitFor(async () => {
          await pass(20);
          for (const { name } of rows)
            expect(screen.getByRole('link', { name: String(name) })).toBeInTheDocument();
        });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('a filter that leaves nothing can be cleared', async () => {
    const { person, addressNow } = show(<UserScreen />, '/?q=zzzz');
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
    await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await screen.findByRole('link', { name: 'Ib Skov' })).toBeInTheDocument();
    expect(addressNow()).toBe('/');
  });

  test('a failure is told with the id that finds it; no permission and an ended session by their names', async () => {
    bend({ users: refuse('INTERNAL', 'secret stack') });
    const { person } = show(<UserScreen />);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('trace-4711');
    expect(alert).not.toHaveTextContent('secret stack');
    bend({ users: refuse('FORBIDDEN') });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No access')).toBeInTheDocument();
  });

  test('quick filters say how many they leave and stand in the address', async () => {
    const asked: Asked[] = [];
    bend({
      users: (args: Asked) => {
        asked.push(args);
        return connection([]);
      },
    });
    const { person, addressNow } = show(<UserScreen />);
    await person.click(await screen.findByRole('button', { name: 'Inactive over 90 days (2)' }));
    await person.click(screen.getByRole('button', { name: 'No two-factor authentication (3)' }));
    expect(addressNow()).toBe('/?inactive=yes&unprotected=yes');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ filter: { inactiveDays: 90, secondFactor: false } }),
    );
  });

  test('speaks Danish', async () => {
    preferLanguage('da');
    show(<UserScreen />);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Brugeradministration' }),
    ).toBeInTheDocument();
    expect(await rowOf('Gorm Bech')).toHaveTextContent('Spærret');
  });
});

describe('while the identity provider is silent', () => {
  const down = () => ({
    ...directory,
    problem: { code: 'UNAVAILABLE', message: 'The identity provider does not answer.' },
  });

  test('the list is told to be old, and nothing can be changed, with the reason', async () => {
    bend({ userDirectory: down });
    const { person } = show(<UserScreen />, '/?person=u4');
    expect(await screen.findByText(/Read-only list from/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Invite people' })).toBeDisabled();
    const drawer = await screen.findByRole('dialog', { name: 'Ditte Krogh' });
    expect(await within(drawer).findByRole('button', { name: 'Disable' })).toBeDisabled();
    expect(
      within(drawer).getAllByText('The identity provider does not answer.').length,
    ).toBeGreaterThan(3);
    await person.click(within(drawer).getByRole('tab', { name: /Roles/ }));
    expect(await within(drawer).findByRole('checkbox', { name: /^Logs/ })).toBeDisabled();
  });

  test('a refresh that fails says so', async () => {
    bend({
      refreshUsers: () => ({
        __typename: 'Problem',
        code: 'UNAVAILABLE',
        message: 'The identity provider does not answer.',
      }),
    });
    const { person } = show(<UserScreen />);
    await person.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(told()).toEqual([['error', 'The identity provider does not answer.']]),
    );
  });

  test('sign-ins that are known are still shown', async () => {
    bend({ user: () => ({ ...people[3], sessions: refuse('UNAVAILABLE') }) });
    show(<UserScreen />, '/?person=u4&part=sessions');
    expect(await screen.findByRole('table', { name: 'Lately' })).toHaveTextContent(
      'wrong password or code',
    );
    expect(screen.getByText('The identity provider does not answer.')).toBeInTheDocument();
    expect(screen.queryByText('Not signed in anywhere.')).not.toBeInTheDocument();
  });
});

describe('one person', () => {
  test('opens beside the list, walks to the neighbours, and Escape closes', async () => {
    const { person, addressNow } = show(<UserScreen />);
    await person.click(await screen.findByRole('link', { name: 'Bjarke Lund' }));
    expect(addressNow()).toBe('/?person=u2');
    const drawer = await screen.findByRole('dialog', { name: 'Bjarke Lund' });
    await person.click(within(drawer).getByRole('button', { name: 'Next record' }));
    expect(await screen.findByRole('dialog', { name: 'Camilla Østergaard' })).toBeInTheDocument();
    await person.keyboard('{Escape}');
    expect(addressNow()).toBe('/');
  });

  test('a dangerous verb asks with the name, and the list is asked again before good news is told', async () => {
    let state = 'ACTIVE';
    const ditte = {
      id: 'u4',
      name: 'Ditte Krogh',
      givenName: 'Ditte',
      familyName: 'Krogh',
      username: 'd',
      email: 'd@x.dk',
      roles: [],
      grants: [],
      conflicts: [],
      roleRequests: [],
      ties: [],
      requiredSteps: [],
      otherRoles: 0,
      hasSecondFactor: true,
      created: '2026-01-01T00:00:00Z',
      isInactive: false,
      isSelf: false,
      hasMailFailed: false,
    };
    bend({
      user: () => ({ ...ditte, state }),
      users: ({ filter }: { filter?: Asked }) =>
        connection(filter?.['roles'] ? [] : [{ ...ditte, state }]),
    });
    server.use(
      http.post('*/api/account/u4/actions', () => {
        state = 'DISABLED';
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { person } = show(<UserScreen />, '/?person=u4');
    await person.click(await screen.findByRole('button', { name: 'Disable' }));
    const question = screen.getByRole('dialog', { name: 'Disable Ditte Krogh?' });
    expect(toasts.get()).toEqual([]);
    await person.click(within(question).getByRole('button', { name: 'Disable' }));
    await waitFor(() =>
      expect(told()).toEqual([['success', 'Ditte Krogh cannot sign in any more.']]),
    );
    expect(await rowOf('Ditte Krogh')).toHaveTextContent('Disabled');
    expect(screen.getByRole('button', { name: 'Enable' })).toBeEnabled();
  });

  test('a refusal keeps the question open with the server’s sentence', async () => {
    server.use(
      http.post('*/api/account/u2/actions', () =>
        HttpResponse.json(
          {
            status: 409,
            code: 'users.last_manager',
            detail: 'This is the last account manager who can sign in; make another one first.',
          },
          { status: 409 },
        ),
      ),
    );
    const { person } = show(<UserScreen />, '/?person=u2');
    await person.click(await screen.findByRole('button', { name: 'Disable' }));
    const question = screen.getByRole('dialog', { name: 'Disable Bjarke Lund?' });
    await person.click(within(question).getByRole('button', { name: 'Disable' }));
    expect(await within(question).findByRole('alert')).toHaveTextContent(
      'This is the last account manager',
    );
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Disable Bjarke Lund?' })).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Bjarke Lund' })).toBeInTheDocument();
  });

  test('own rights are closed, with the reason in words', async () => {
    const { person } = show(<UserScreen />, '/?person=u1');
    const button = await screen.findByRole('button', { name: 'Disable' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(
      'This is not done to oneself; use Profile, or ask another account manager.',
    );
    await person.click(
      within(screen.getByRole('dialog', { name: 'Astrid Holm' })).getByRole('tab', {
        name: /Roles/,
      }),
    );
    expect(
      await screen.findByText('Nobody changes their own roles; ask another account manager.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save roles' })).not.toBeInTheDocument();
  });

  test('the approver’s role warns of the conflict, and is asked for, not given', async () => {
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    await person.click(await screen.findByRole('checkbox', { name: /^Payment approver/ }));
    expect(screen.getByText(/One person could bring in a payment/)).toBeInTheDocument();
    expect(hasUnsaved()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Save roles' }));
    const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
    expect(within(question).getByText('Asked for').nextElementSibling).toHaveTextContent(
      'Payment approver',
    );
    await person.click(within(question).getByRole('button', { name: 'Save roles' }));
    await waitFor(() =>
      expect(told()).toEqual([
        ['success', 'Payment approver waits for a second account manager, under Requests.'],
      ]),
    );
    expect(screen.getByRole('checkbox', { name: /^Payment approver/ })).not.toBeChecked();
  });

  test('changed roles are not thrown away by a key', async () => {
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    await person.click(await screen.findByRole('checkbox', { name: /^Logs/ }));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    const question = screen.getByRole('dialog', { name: 'Discard what you typed?' });
    await person.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('checkbox', { name: /^Logs/ })).toBeChecked();
  });

  test('sessions end one by one', async () => {
    const asked = heardOfAccounts();
    const { person } = show(<UserScreen />, '/?person=u4&part=sessions');
    const table = await screen.findByRole('table', { name: 'Sessions' });
    await person.click(within(table).getAllByRole('button')[1] as HTMLElement);
    await waitFor(() => expect(told()).toEqual([['success', 'The session was ended.']]));
    expect(asked.map(([call]) => call)).toEqual(['DELETE u4/sessions/u4-s2']);
  });

  test('its history tells what was and what is, in words', async () => {
    show(<UserScreen />, '/?person=u4&part=history');
    const history = await screen.findByRole('list', { name: 'History' });
    expect(within(history).getByText('Upload, Logs')).toBeInTheDocument();
    expect(within(history).getByText('Invited a user')).toBeInTheDocument();
  });

  test('where mail failed, a password is made and shown once', async () => {
    const { person } = show(<UserScreen />, '/?person=u5');
    await person.click(await screen.findByRole('button', { name: 'Make temporary password' }));
    await person.click(
      within(
        screen.getByRole('dialog', { name: 'Make a temporary password for Emil Vang?' }),
      ).getByRole('button', { name: 'Make temporary password' }),
    );
    const once = await screen.findByRole('dialog', { name: 'Temporary password' });
    expect(once).toHaveTextContent('vK3-once-only-9Qz');
    await person.click(within(once).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('vK3-once-only-9Qz')).not.toBeInTheDocument();
  });
});

describe('inviting', () => {
  const open = async () => {
    const view = show(<UserScreen />);
    await view.person.click(await screen.findByRole('button', { name: 'Invite people' }));
    return { ...view, dialog: screen.getByRole('dialog', { name: 'Invite people' }) };
  };

  test('reads addresses while they are typed, and sends nothing while one is wrong', async () => {
    const asked: Asked[] = [];
    bend({
      inviteUsers: (args: Asked) => {
        asked.push(args);
        return { __typename: 'Invitations', results: [] };
      },
    });
    const { person, dialog } = await open();
    await person.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    const mails = within(dialog).getByLabelText('Mail addresses');
    expect(mails).toHaveFocus();
    expect(mails).toHaveAccessibleDescription(/Type at least one mail address\.$/);
    await person.type(
      within(dialog).getByLabelText('Mail addresses'),
      'anna.berg@x.dk, bad@@x, anna.berg@x.dk',
    );
    expect(within(dialog).getByText('This is no mail address')).toBeInTheDocument();
    expect(within(dialog).getByText('Listed twice')).toBeInTheDocument();
    await person.click(within(dialog).getByRole('button', { name: 'Send 3 invitations' }));
    expect(mails).toHaveAccessibleDescription(/2 lines need a correction first\.$/);
    expect(asked).toEqual([]);
  });

  test('shows what the roles open, and tells the outcome per person', async () => {
    const { person, dialog } = await open();
    await person.type(
      within(dialog).getByLabelText('Mail addresses'),
      'anna.berg@x.dk{Enter}erik@x.dk',
    );
    await person.type(within(dialog).getByLabelText('Family name of erik@x.dk'), 'Dahl');
    await person.click(within(dialog).getByRole('checkbox', { name: /^Upload/ }));
    const preview = within(dialog).getByRole('region', { name: 'What will this person see?' });
    expect(await within(preview).findByText('see, add, cancel and take back')).toBeInTheDocument();
    await person.click(within(dialog).getByRole('button', { name: 'Send 2 invitations' }));
    const results = await screen.findByRole('dialog', { name: 'Invitations' });
    expect(within(results).getByText('Invited by mail')).toBeInTheDocument();
    await person.click(
      within(results).getByRole('button', { name: 'Make a temporary password for erik' }),
    );
    expect(await within(results).findByText('vK3-once-only-9Qz')).toBeInTheDocument();
  });

  test('asks before what was typed is thrown away', async () => {
    const { person, dialog } = await open();
    await person.type(within(dialog).getByLabelText('Mail addresses'), 'anna');
    await person.keyboard('{Escape}');
    await person.click(within(dialog).getByRole('button', { name: 'Keep writing' }));
    expect(within(dialog).getByLabelText('Mail addresses')).toHaveValue('anna');
    await person.keyboard('{Escape}');
    await person.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog', { name: 'Invite people' })).not.toBeInTheDocument();
    expect(hasUnsaved()).toBe(false);
  });
});

describe('requests', () => {
  test('are decided by a second person only', async () => {
    const { person } = show(<UserScreen />, '/?tab=requests');
    expect(await screen.findByRole('tab', { name: /Requests\s*2/ })).toBeInTheDocument();
    const own = await rowOf('Ib Skov');
    expect(within(own).queryByRole('button', { name: /Confirm/ })).not.toBeInTheDocument();
    expect(own).toHaveTextContent('You asked for it; a second account manager decides.');
    await person.click(
      within(await rowOf('Ditte Krogh')).getByRole('button', {
        name: 'Confirm Payment approver for Ditte Krogh',
      }),
    );
    await person.click(
      within(
        screen.getByRole('dialog', { name: 'Give Ditte Krogh the role Payment approver?' }),
      ).getByRole('button', { name: 'Confirm' }),
    );
    await waitFor(() => expect(told()).toEqual([['success', 'Ditte Krogh has the role now.']]));
  });

  test('can be refused with a reason', async () => {
    const asked = heardOfAccounts();
    const { person } = show(<UserScreen />, '/?tab=requests');
    await person.click(
      await screen.findByRole('button', { name: 'Refuse Payment approver for Ditte Krogh' }),
    );
    const question = screen.getByRole('dialog');
    await person.type(
      within(question).getByLabelText('Reason (optional)'),
      'Uploads already{Enter}',
    );
    await waitFor(() =>
      expect(asked).toEqual([
        ['POST requests/3', { decision: 'reject', reason: 'Uploads already' }],
      ]),
    );
  });

  test('say what they are when there is none', async () => {
    bend({ roleRequests: () => connection([]) });
    show(<UserScreen />, '/?tab=requests');
    expect(await screen.findByText('Nothing waits for a second person')).toBeInTheDocument();
  });
});

test('the matrix says in words what each role adds, and the rule is saved', async () => {
  const { person } = show(<UserScreen />, '/?tab=roles');
  const matrix = await screen.findByRole('table', { name: 'What each role adds' });
  const uploads = within(matrix).getByRole('row', { name: /^Uploads/ });
  expect(uploads).toHaveTextContent('see, add, cancel and take back');
  await person.click(screen.getByRole('radio', { name: 'Refuse the conflict' }));
  await waitFor(() => expect(told()).toEqual([['success', 'The rule was saved.']]));
  // The server still says otherwise, and so does the screen.
  expect(screen.getByRole('radio', { name: 'Only report it' })).toBeChecked();
});

test('the access review tells since when and by whom, and what to look at', async () => {
  show(<UserScreen />, '/?tab=review');
  const row = await rowOf('Camilla Østergaard');
  expect(row).toHaveTextContent(/Payment approver since .* by Astrid Holm/);
  expect(row).toHaveTextContent('Uploads and approvesNo two-factor authentication');
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
});

test('who may only look finds no verbs, no review and no invitation', async () => {
  permissions.set({ verbs: new Set(['users.read']) });
  show(<UserScreen />, '/?person=u4');
  expect(await screen.findByRole('dialog', { name: 'Ditte Krogh' })).toBeInTheDocument();
  await screen.findByText('User name');
  for (const name of ['Invite people', 'Disable', 'Edit'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Access review' })).not.toBeInTheDocument();
  permissions.set({ verbs: new Set(VERBS) });
});
