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

/** A row of a list, whose cells with these words are cut. */
function rowOf(cells: Readonly<Record<string, string>>, ...cut: readonly string[]): HTMLElement {
  document.body.innerHTML = `<table><tbody><tr>${Object.entries(cells)
    .map(
      ([label, text]) =>
        `<td data-label="${label}" style="text-overflow: ellipsis"><a href="/">${text}</a></td>`,
    )
    .join('')}</tr></tbody></table>`;
  for (const cell of document.querySelectorAll('td')) {
    Object.defineProperty(cell, 'innerText', { value: cell.textContent });
    if (cut.includes(cell.textContent)) Object.defineProperty(cell, 'scrollWidth', { value: 240 });
  }
  const link = document.querySelector('a') as HTMLElement;
  vi.spyOn(link, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  return link;
}

test('whoever stays at a row by key reads all that is cut in it, each with its column', () => {
  const cells = { File: 'november.xml', Payee: 'Anders Andersens Eftf.', Account: '4711' };
  const link = rowOf(cells, 'november.xml', 'Anders Andersens Eftf.');
  link.focus();
  expect(tip()).toBeNull();
  vi.advanceTimersByTime(400);
  expect(tip()?.textContent).toBe('File: november.xml\nPayee: Anders Andersens Eftf.');
  link.blur();
  expect(tip()).toBeNull();
});

test('a row in which one text is cut tells that text alone, and a whole row nothing', () => {
  const cells = { File: 'november.xml', Payee: 'Anders Andersens Eftf.' };
  rowOf(cells, 'Anders Andersens Eftf.').focus();
  vi.advanceTimersByTime(400);
  expect(tip()?.textContent).toBe('Anders Andersens Eftf.');
  document.dispatchEvent(new Event('focusout'));
  rowOf(cells).focus();
  vi.advanceTimersByTime(400);
  expect(tip()).toBeNull();
});

test('where a title says something else, what is cut stands above it', () => {
  const link = rowOf({ Account: 'Lønkonto for vikarer' }, 'Lønkonto for vikarer');
  link.title = 'DK50 0040 0440 1162 43';
  point(link);
  vi.advanceTimersByTime(400);
  expect(tip()?.textContent).toBe('Lønkonto for vikarer\nDK50 0040 0440 1162 43');
  point(document.body);
  vi.advanceTimersByTime(200);
  link.title = 'Lønkonto for vikarer';
  point(link);
  vi.advanceTimersByTime(400);
  expect(tip()?.textContent).toBe('Lønkonto for vikarer');
});
