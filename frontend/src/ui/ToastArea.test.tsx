import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefer } from '@/kernel/preferences';
import { createStore, useStore } from '@/kernel/store';
import { show } from '@/testing/render';
import { Dialog } from './Dialog';
import { ToastArea } from './ToastArea';
import { clearPassing, dismissFrom, notify, toasts, type Severity } from './toasts';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const say = (
  text: string,
  severity: Severity = 'success',
  more: { to?: string; source?: string } = {},
) => act(() => notify({ severity, title: 'T', text, ...more }));
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const region = () => screen.getByRole('region', { name: 'Notifications' });

test.each([
  ['success', false, false],
  ['info', false, false],
  ['warn', false, false],
  ['error', false, false],
  ['error', true, true],
  ['warn', true, false],
] as const)(
  '%s, with errors kept %s, stays after three seconds: %s',
  async (severity, kept, stays) => {
    show(<ToastArea />);
    prefer({ keepErrors: kept });
    say('told', severity);
    await pass(2900);
    expect(screen.getByText('told')).toBeInTheDocument();
    await pass(200);
    expect(screen.queryAllByText('told')).toHaveLength(stays ? 1 : 0);
  },
);

test('good news waits while it is pointed at or focused', async () => {
  const { person } = show(<ToastArea />);
  say('told', 'success', { to: '/messages?message=1' });
  await person.hover(screen.getByText('told'));
  await pass(10_000);
  expect(screen.getByText('told')).toBeInTheDocument();
  await person.tab();
  expect(screen.getByRole('link', { name: 'Open in Messages' })).toHaveFocus();
  await person.unhover(screen.getByText('told'));
  await pass(10_000);
  expect(screen.getByText('told')).toBeInTheDocument();
  await person.tab();
  await person.tab();
  await pass(3100);
  expect(screen.queryByText('told')).not.toBeInTheDocument();
});

test('the same again raises a count and comes last; another severity is another notice', () => {
  show(<ToastArea />);
  say('same', 'error');
  say('other', 'warn');
  for (let again = 1; again < 14; again += 1) say('same', 'error');
  say('same', 'warn');
  expect(within(region()).getByText('×14')).toBeInTheDocument();
  expect(toasts.get().map(({ text, severity, count }) => [text, severity, count])).toEqual([
    ['other', 'warn', 1],
    ['same', 'error', 14],
    ['same', 'warn', 1],
  ]);
});

test('the gravest are shown, the newest of them, and the rest are one line that leads to all', async () => {
  const { person, addressNow } = show(<ToastArea />);
  for (const text of ['one', 'two', 'three']) say(text);
  say('bad', 'error');
  say('worth knowing', 'warn');
  say('worse', 'error');
  say('four');
  expect(toasts.get().map(({ text }) => text)).toEqual(['bad', 'worth knowing', 'worse']);
  await person.click(screen.getByRole('link', { name: '4 more messages' }));
  expect(addressNow()).toBe('/messages?unread=yes');
  expect(screen.queryByText(/more messages/)).not.toBeInTheDocument();
});

test('the line of the rest leaves as a notice does', async () => {
  show(<ToastArea />);
  for (const text of ['one', 'two', 'three', 'four']) say(text, 'error');
  expect(screen.getByText('1 more message')).toBeInTheDocument();
  expect(screen.queryByText('one')).not.toBeInTheDocument();
  await pass(3100);
  expect(screen.queryByText('1 more message')).not.toBeInTheDocument();
});

test('an error interrupts a screen reader; the rest waits politely', () => {
  show(<ToastArea />);
  say('good');
  say('bad', 'error');
  expect(region()).toHaveAttribute('aria-live', 'polite');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('bad');
});

test('the way to more goes there and takes the notice away', async () => {
  const { person, addressNow } = show(<ToastArea />);
  say('bad', 'error', { to: '/messages?message=7' });
  await person.click(screen.getByRole('link', { name: 'Open in Messages' }));
  expect(addressNow()).toBe('/messages?message=7');
  expect(toasts.get()).toEqual([]);
});

test('beside another program what a notice leads to opens in a tab of its own', () => {
  show(<ToastArea apart />);
  say('bad', 'error', { to: '/messages?message=7' });
  expect(screen.getByRole('link', { name: 'Open in Messages' })).toHaveAttribute(
    'target',
    '_blank',
  );
});

test('a navigation takes all away but errors that are kept', () => {
  show(<ToastArea />);
  for (const keepErrors of [false, true]) {
    prefer({ keepErrors });
    for (const severity of ['success', 'warn', 'error'] as const) say(severity, severity);
    act(clearPassing);
    expect(toasts.get().map(({ text }) => text)).toEqual(keepErrors ? ['error'] : []);
  }
});

test('only what these alone have told goes with them', () => {
  show(<ToastArea />);
  say('first', 'error', { source: '1' });
  say('both', 'error', { source: '1' });
  say('both', 'error', { source: '2' });
  say('own');
  act(() => dismissFrom(new Set(['1'])));
  expect(toasts.get().map(({ text }) => text)).toEqual(['both', 'own']);
});

const question = createStore<(() => void) | null>(null);
const ask = (onClose: (() => void) | null) => act(() => question.set(onClose));

function Asked() {
  const onClose = useStore(question);
  return (
    <>
      <ToastArea />
      {onClose && (
        <Dialog title="Sure?" confirm="Yes" onConfirm={onClose} onClose={onClose}>
          really
        </Dialog>
      )}
    </>
  );
}

test('while a dialog is open the notices stand in it, within reach of the keys, and afterwards on the page', async () => {
  const onClose = vi.fn();
  const { person } = show(<Asked />);
  say('before', 'error');
  await pass(1100);
  ask(onClose);
  const dialog = screen.getByRole('dialog', { name: 'Sure?' });
  // What was read out on the page is not read out again for standing here.
  expect(within(dialog).getByText('before').closest('.g-toast')).toHaveAttribute(
    'aria-live',
    'off',
  );
  say('meanwhile', 'error');
  expect(within(dialog).getByRole('alert')).toHaveTextContent('meanwhile');
  const yes = screen.getByRole('button', { name: 'Yes' });
  yes.focus();
  await person.tab();
  expect(within(dialog).getAllByRole('button', { name: 'Dismiss' })[0]).toHaveFocus();
  await person.keyboard('{Enter}');
  expect(toasts.get().map(({ text }) => text)).toEqual(['meanwhile']);
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
  const heardBehind = vi.fn();
  document.addEventListener('keydown', heardBehind);
  await person.keyboard('{Escape}');
  document.removeEventListener('keydown', heardBehind);
  expect(onClose).toHaveBeenCalledOnce();
  expect(heardBehind).not.toHaveBeenCalled();
  await person.keyboard('{Enter}');
  expect(yes).toHaveFocus();
  say('late');
  ask(null);
  expect(within(region()).getByText('late')).toBeInTheDocument();
});

test('what is told as its dialog closes is news on the page', () => {
  show(<Asked />);
  ask(() => undefined);
  say('bad', 'error');
  ask(null);
  expect(within(region()).getByRole('alert')).toHaveTextContent('bad');
});
