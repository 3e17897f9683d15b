import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { prefer, preferences } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { toasts } from '@/ui';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';

const ID = '0190f7c2-8a41-7d20-9a10-0f6f3d5c2e11';
const hit = (kind: string, id: string, title: string, address: string, more: object = {}) => ({
  kind,
  id,
  title,
  detail: 'AWAITING_APPROVAL',
  address,
  amount: null,
  date: null,
  exact: false,
  ...more,
});
const nothing = { groups: [] };

beforeEach(() => {
  sessionStorage.clear();
  bend({
    search: ({ text }: { text: string }) => {
      if (text === ID)
        return {
          groups: [
            {
              kind: 'JOURNAL',
              more: false,
              hits: [hit('JOURNAL', ID, 'PAY-77', `/?journal=${ID}`, { exact: true })],
            },
          ],
        };
      if ('grønlund'.startsWith(text.toLowerCase()))
        return {
          groups: [
            {
              kind: 'PAYMENT',
              more: true,
              hits: [
                hit('PAYMENT', '7', 'Grønlund A/S', '/messages?message=m1', {
                  amount: { amount: '1250.00', currency: 'DKK' },
                  date: '2026-11-19',
                }),
              ],
            },
          ],
        };
      return nothing;
    },
  });
});

const open = async (address = '/messages') => {
  const shown = show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    address,
  );
  await screen.findByRole('heading', { level: 1 });
  await shown.person.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Search and commands' });
  const field = within(palette).getByRole('combobox');
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  return { ...shown, palette, field, active };
};

test('screens and actions stand there before anything is typed, and a screen is gone to by name', async () => {
  const { person, palette, field, active, addressNow } = await open();
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(within(palette).getByRole('group', { name: 'Go to' })).toHaveTextContent(
    'Upload payments',
  );
  expect(within(palette).getByRole('group', { name: 'Actions' })).toHaveTextContent('Dark theme');
  await person.type(field, 'dash');
  expect(active()).toHaveTextContent('Dashboard');
  await person.keyboard('{Enter}');
  expect(addressNow()).toBe('/dashboard');
  expect(palette).not.toBeInTheDocument();
});

test('screens a person may not see are not offered', async () => {
  permissions.set({ verbs: new Set() });
  const { palette } = await open();
  expect(
    within(palette).queryByRole('option', { name: /Upload payments/ }),
  ).not.toBeInTheDocument();
});

test('records are found by typing, with amount, state in words and a way to more; the chosen one is recent', async () => {
  const { person, palette, field, addressNow } = await open();
  await person.type(field, 'grøn');
  const option = await within(palette).findByRole('option', { name: /Grønlund/ });
  expect(option).toHaveTextContent('Pending approval');
  expect(option).toHaveTextContent('1,250.00 DKK');
  expect(within(palette).getByRole('group', { name: 'Payments' })).toHaveTextContent(
    'There are more',
  );
  await person.click(option);
  expect(addressNow()).toBe('/messages?message=m1');
  await person.keyboard('{Control>}k{/Control}');
  const again = await screen.findByRole('dialog', { name: 'Search and commands' });
  expect(within(again).getAllByRole('option')[0]).toHaveTextContent('Grønlund A/S');
  expect(within(again).getByRole('group', { name: 'Recent' })).toBeInTheDocument();
});

test('arrows go around the list, and the field keeps the focus', async () => {
  const { person, field, active, palette } = await open();
  const options = within(palette).getAllByRole('option');
  expect(active()).toBe(options[0]);
  await person.keyboard('{ArrowUp}');
  expect(active()).toBe(options.at(-1));
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe(options[1]);
  await person.keyboard('{End}');
  expect(active()).toBe(options.at(-1));
  await person.keyboard('{Home}');
  expect(active()).toBe(options[0]);
  expect(field).toHaveFocus();
});

test('an answer that comes late does not replace the one that was asked for after it', async () => {
  let asked = 0;
  server.use(
    http.post('*/api/data/graphql', async ({ request }) => {
      const call = (await request.clone().json()) as {
        operationName: string;
        variables: { text: string };
      };
      if (call.operationName !== 'Search') return undefined;
      asked += 1;
      if (call.variables.text === 'late') await delay(600);
      return HttpResponse.json({
        data: {
          search: {
            groups: [
              {
                kind: 'MESSAGE',
                more: false,
                hits: [
                  hit(
                    'MESSAGE',
                    call.variables.text,
                    `Answer to ${call.variables.text}`,
                    '/messages',
                  ),
                ],
              },
            ],
          },
        },
      });
    }),
  );
  const { person, field, palette } = await open();
  await person.type(field, 'late');
  await waitFor(() => expect(asked).toBe(1));
  await person.clear(field);
  await person.type(field, 'soon');
  expect(
    await within(palette).findByRole('option', { name: /Answer to soon/ }),
  ).toBeInTheDocument();
  await new Promise((resolve) => {
    setTimeout(resolve, 700);
  });
  expect(within(palette).queryByText('Answer to late')).not.toBeInTheDocument();
  expect(asked).toBe(2);
});

test('nothing found is said, and a search that fails says so with an id to quote', async () => {
  const { person, field, palette } = await open();
  await person.type(field, 'zzzz');
  expect(await within(palette).findAllByText('Nothing found for “zzzz”')).toHaveLength(2);
  server.use(
    http.post('*/api/data/graphql', () =>
      HttpResponse.json({
        errors: [{ message: 'x', extensions: { code: 'INTERNAL', incident: 'incident-9' } }],
      }),
    ),
  );
  await person.type(field, 'y');
  expect(await within(palette).findByRole('alert')).toHaveTextContent(
    'The search got no answer · incident-9',
  );
});

test('an id pasted where nobody writes leads to its record; pasted text that is no reference does nothing', async () => {
  const { person, addressNow } = show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    '/messages',
  );
  await screen.findByRole('heading', { level: 1 });
  await person.paste('two words');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await person.paste(` ${ID}\n`.trimEnd());
  await waitFor(() => expect(addressNow()).toBe(`/?journal=${ID}`));
  expect(screen.queryByRole('dialog', { name: 'Search and commands' })).not.toBeInTheDocument();
});

test('a pasted reference that nothing bears stays in the field to be corrected', async () => {
  const { person, addressNow } = show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    '/messages',
  );
  await screen.findByRole('heading', { level: 1 });
  await person.paste('INV-2026-99');
  expect(await screen.findAllByText('Nothing found for “INV-2026-99”')).toHaveLength(2);
  expect(screen.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('INV-2026-99');
  expect(addressNow()).toBe('/messages');
});

test('actions do what they say', async () => {
  const { person, field } = await open();
  await person.type(field, 'dark');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(preferences.get().darkTheme).toBe(true));
  await person.keyboard('{Control>}k{/Control}');
  await person.type(
    await screen.findByRole('combobox', { name: 'Search and commands' }),
    'mark all{Enter}',
  );
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain('All messages are marked as read.'),
  );
  await person.keyboard('{Control>}k{/Control}');
  await person.type(
    await screen.findByRole('combobox', { name: 'Search and commands' }),
    'dansk{Enter}',
  );
  expect(
    await screen.findByRole('button', { name: 'Søg og udfør kommandoer' }),
  ).toBeInTheDocument();
});

test('the keys are shown under ?, from the register; a field keeps its question mark', async () => {
  const { person } = show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    '/messages',
  );
  await screen.findByRole('heading', { level: 1 });
  await person.type(screen.getByRole('searchbox', { name: 'Search menu' }), '?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await person.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const act of ['Search and commands', 'Next row', 'Choose the row', 'Previous record'])
    expect(within(keys).getByText(act)).toBeInTheDocument();
  await person.click(within(keys).getByRole('button', { name: 'Close' }));
  expect(keys).not.toBeInTheDocument();
});

test('with single keys off, ? does nothing, and the list reached from the palette says so and turns them on', async () => {
  prefer({ shortcuts: false });
  const { person } = show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    '/messages',
  );
  await screen.findByRole('heading', { level: 1 });
  await person.keyboard('?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await person.keyboard('{Control>}k{/Control}');
  await person.type(
    await screen.findByRole('combobox', { name: 'Search and commands' }),
    'shortcuts{Enter}',
  );
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(
    within(keys).getByText('Single keys are switched off in your settings.'),
  ).toBeInTheDocument();
  await person.click(within(keys).getByRole('button', { name: 'Turn them on' }));
  expect(preferences.get().shortcuts).toBe(true);
});
