import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTooltips } from './tooltips';

const tip = () => document.querySelector('[role=tooltip]');
const point = (target: Element, pointerType = 'mouse', type = 'pointerover') =>
  target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }));
let button: HTMLElement;

followTooltips();
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<button title="Log out" aria-label="Log out">x</button><p title="2026-11-20">today</p>';
  button = document.querySelector('button') as HTMLElement;
});
afterEach(() => {
  document.dispatchEvent(new Event('focusout'));
  document.body.innerHTML = '';
  vi.useRealTimers();
});

test('what is pointed at says what it is, and the browser adds nothing', () => {
  point(button);
  expect(tip()).toBeNull();
  vi.advanceTimersByTime(400);
  expect(tip()).toHaveTextContent('Log out');
  expect(button).not.toHaveAttribute('title');
  // The same words need not be read out twice.
  expect(button).not.toHaveAttribute('aria-describedby');
  point(document.body);
  vi.advanceTimersByTime(200);
  expect(tip()).toBeNull();
  expect(button).toHaveAttribute('title', 'Log out');
});

test('it can be pointed at itself, and Escape takes it away', () => {
  const day = document.querySelector('p') as HTMLElement;
  point(day);
  vi.advanceTimersByTime(400);
  expect(day).toHaveAccessibleDescription('2026-11-20');
  point(document.body);
  point(tip() as Element);
  vi.advanceTimersByTime(1000);
  expect(tip()).not.toBeNull();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(tip()).toBeNull();
  expect(day).not.toHaveAttribute('aria-describedby');
});

test('a finger that stays shows it, one that taps does not', () => {
  point(button, 'touch', 'pointerdown');
  point(button, 'touch', 'pointerup');
  vi.advanceTimersByTime(1000);
  expect(tip()).toBeNull();
  point(button, 'touch', 'pointerdown');
  vi.advanceTimersByTime(500);
  expect(tip()).not.toBeNull();
});

test('in a question it stands in the question', () => {
  document.body.innerHTML = '<dialog open><i title="why">?</i></dialog>';
  point(document.querySelector('i') as Element);
  vi.advanceTimersByTime(400);
  expect(tip()?.parentElement?.tagName).toBe('DIALOG');
});

test('a text that is cut says the whole of itself, and one that is not says nothing', () => {
  document.body.innerHTML =
    '<table><tr><td style="text-overflow: ellipsis"><a href="/">statement-of-november.xml</a></td></tr></table>';
  const [cell, link] = ['td', 'a'].map((name) => document.querySelector(name) as HTMLElement);
  Object.defineProperty(cell, 'innerText', { value: cell?.textContent });
  point(link as Element);
  vi.advanceTimersByTime(400);
  expect(tip()).toBeNull();
  Object.defineProperty(cell, 'scrollWidth', { value: 240 });
  point(link as Element);
  vi.advanceTimersByTime(400);
  expect(tip()).toHaveTextContent('statement-of-november.xml');
  // It is read out without that.
  expect(cell).not.toHaveAttribute('aria-describedby');
  point(document.body);
  vi.advanceTimersByTime(200);
  expect(cell).not.toHaveAttribute('title');
});
