import { act, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HEADING_ID } from '@/ui';
import { useNavigationEffects } from './navigation';

const CHUNK_MS = 4000;
const held: { go: NavigateFunction } = { go: () => undefined };

/** A screen whose chunk comes over a slow line. */
function Screen() {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), CHUNK_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHere ? (
    <h1 id={HEADING_ID} tabIndex={-1}>
      Rules
    </h1>
  ) : null;
}

function Frame() {
  useNavigationEffects();
  const navigate = useNavigate();
  useEffect(() => {
    held.go = navigate;
  });
  return (
    <>
      <button type="button">Search</button>
      <Screen />
    </>
  );
}

const go = (to: string, replace = false) => act(async () => void held.go(to, { replace }));
/** What comes in this time is drawn, and a frame later the focus has moved. */
async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  await act(async () => vi.advanceTimersByTimeAsync(50));
}

beforeEach(() => {
  vi.useFakeTimers();
  window.scrollTo = () => undefined;
  render(
    <MemoryRouter>
      <Frame />
    </MemoryRouter>,
  );
});

afterEach(() => vi.useRealTimers());

test('a heading that comes late takes the focus, whatever happens to the address meanwhile', async () => {
  await go('/rules');
  await pass(500);
  await go('/rules?view=3', true);
  await pass(CHUNK_MS);
  expect(screen.getByRole('heading', { name: 'Rules' })).toHaveFocus();
});

test('whoever has gone on meanwhile keeps the focus', async () => {
  await go('/rules');
  await pass(2000);
  const search = screen.getByRole('button', { name: 'Search' });
  search.focus();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  await pass(CHUNK_MS);
  expect(screen.getByRole('heading', { name: 'Rules' })).toBeInTheDocument();
  expect(search).toHaveFocus();
});

test('back finds the place of a long list, though its address changed once it stood still', async () => {
  const scroll = (to: number) => {
    Object.assign(window, { scrollY: to });
    window.dispatchEvent(new Event('scroll'));
  };
  window.scrollTo = ((_: number, to: number) => scroll(to)) as typeof window.scrollTo;
  await go('/journals/statements');
  await pass(CHUNK_MS);
  scroll(5200);
  await go('/journals/statements?row=145', true);
  await go('/bank');
  expect(window.scrollY).toBe(0);
  await pass(CHUNK_MS);
  await act(async () => void held.go(-1));
  expect(window.scrollY).toBe(0);
  await pass(CHUNK_MS);
  expect(window.scrollY).toBe(5200);
});
