import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { set } from '@/testing/world/demo';
import { DemoScreen, WalkBar } from './screen';
import { setWalk, walk } from './walking';

const bar = () => screen.findByRole('region', { name: 'Guided walk' });

beforeEach(() => setWalk(null));

test('the walk goes along, step by step, and ends where it began', async () => {
  bend({
    demo: () => ({
      isPossible: true,
      isShown: true,
      lists: ['/'],
      sets: [set({ payments: 'PAID', waitingJournal: 'w1' })],
    }),
  });
  const { person } = show(
    <>
      <WalkBar />
      <DemoScreen />
    </>,
    '/demo',
  );
  await person.click(await screen.findByRole('link', { name: 'Begin the guided walk' }));
  expect(await bar()).toHaveTextContent('Step 1 of 4. A payment file waits for you');
  expect(within(await bar()).queryByRole('link', { name: 'Back' })).not.toBeInTheDocument();
  const on = () => screen.getByRole('link', { name: 'Next step' });
  expect(on()).toHaveAttribute('href', '/?view=attention');
  await person.click(on());
  expect(await bar()).toHaveTextContent('Step 2 of 4. Needs attention holds');
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/journals/w1');
  expect(JSON.parse(sessionStorage.getItem('giroscope.walk') ?? '')).toMatchObject({
    set: '2',
    at: 1,
  });
  await person.click(on());
  await person.click(on());
  expect(screen.queryByRole('link', { name: 'Next step' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('link', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: 'Guided walk' })).not.toBeInTheDocument();
  expect(sessionStorage.getItem('giroscope.walk')).toBeNull();
});

test('a step that is chosen by itself begins the walk there', async () => {
  const { person } = show(
    <>
      <WalkBar />
      <DemoScreen />
    </>,
    '/demo',
  );
  await person.click(await screen.findByRole('link', { name: /^Find any payment/ }));
  expect(await bar()).toHaveTextContent('Step 3 of 3.');
  await person.click(screen.getByRole('button', { name: 'End the walk' }));
  expect(walk.get()).toBeNull();
});

test('steps that are still to come are told of', async () => {
  bend({
    demo: () => ({
      isPossible: true,
      isShown: true,
      lists: ['/'],
      sets: [set({ payments: 'SENDING' })],
    }),
  });
  show(<DemoScreen />);
  expect(await screen.findByText(/^More steps join/)).toBeInTheDocument();
});

test('nobody is led through what was removed', async () => {
  setWalk({ set: '2', steps: [{ words: 'search', to: '/journals/statements' }], at: 0 });
  const { person } = show(
    <>
      <WalkBar />
      <DemoScreen />
    </>,
    '/demo',
  );
  await person.click(await screen.findByRole('button', { name: 'Remove Rejected payments 1' }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(walk.get()).toBeNull());
});

test('no steps are promised once all are there, though the payments are on their way still', async () => {
  bend({
    demo: () => ({
      isPossible: true,
      isShown: true,
      lists: ['/'],
      sets: [set({ payments: 'SENDING', paidJournal: 'c1', waitingJournal: 'c3' })],
    }),
  });
  show(<DemoScreen />, '/demo');
  expect(await screen.findByRole('region', { name: 'Now look around' })).toBeInTheDocument();
  expect(screen.queryByText(/^More steps join/)).not.toBeInTheDocument();
});
