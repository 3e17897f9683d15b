import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSearch, type ChangeSearch } from './urlState';

const held: { change: ChangeSearch } = { change: () => undefined };

function Screen() {
  const [, change] = useSearch();
  useEffect(() => {
    held.change = change;
  });
  return null;
}

const addressNow = () => location.pathname + location.search;
const withPlace = (now: URLSearchParams) => new URLSearchParams([...now, ['row', '13']]);
/** What a navigation does before React has drawn it. */
const beginTo = (address: string) =>
  history.pushState({ usr: null, key: 'under-way', idx: 1 }, '', address);

beforeEach(() => {
  history.replaceState(null, '', '/list?q=rent');
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
});

afterEach(() => history.replaceState(null, '', '/'));

test('a change builds on the address that is drawn', () => {
  act(() => held.change(withPlace, { replace: true }));
  expect(addressNow()).toBe('/list?q=rent&row=13');
});

test('a record being opened is not lost to a change asked for before it was drawn', () => {
  beginTo('/list?q=rent&transaction=7');
  act(() => held.change(withPlace, { replace: true }));
  expect(addressNow()).toBe('/list?q=rent&transaction=7&row=13');
});

test('a screen that is being left is not brought back', () => {
  beginTo('/bank');
  act(() => held.change(withPlace, { replace: true }));
  expect(addressNow()).toBe('/bank');
});

test('an address that another wrote counts as one that is gone to', () => {
  beginTo('/list?q=rent&transaction=7');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: history.state })));
  history.pushState({ idx: 2 }, '', '/bank');
  act(() => held.change(withPlace, { replace: true }));
  expect(addressNow()).toBe('/bank');
});
