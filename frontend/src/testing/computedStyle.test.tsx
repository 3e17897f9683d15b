import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

function styleOf(testId: string): CSSStyleDeclaration {
  return getComputedStyle(screen.getByTestId(testId));
}

it('tells what a browser hides by itself', () => {
  render(
    <>
      <p data-testid="shown">a</p>
      <span data-testid="inline">a</span>
      <p data-testid="hidden" hidden>
        a
      </p>
      <dialog data-testid="closed">a</dialog>
      <dialog data-testid="open" open>
        a
      </dialog>
      <svg data-testid="drawn" />
    </>,
  );
  const told = ['shown', 'inline', 'hidden', 'closed', 'open', 'drawn'].map(
    (one) => styleOf(one).display,
  );
  expect(told).toEqual(['block', 'inline', 'none', 'none', 'block', 'inline']);
});

it('tells what stands at the element, and what is handed down', () => {
  render(
    <div style={{ visibility: 'hidden', pointerEvents: 'none', opacity: 0.5 }}>
      <p data-testid="inside" style={{ display: 'flex', fontSize: '20px' }}>
        a
      </p>
      <p data-testid="again" style={{ visibility: 'visible' }}>
        a
      </p>
    </div>,
  );
  const inside = styleOf('inside');
  expect([inside.display, inside.fontSize, inside.visibility]).toEqual(['flex', '20px', 'hidden']);
  expect([inside.pointerEvents, inside.getPropertyValue('pointer-events')]).toEqual([
    'none',
    'none',
  ]);
  expect(inside.getPropertyValue('display')).toBe('flex');
  expect(styleOf('again').visibility).toBe('visible');
  expect(screen.queryByText('a', { selector: '[data-testid=inside]' })).not.toBeVisible();
});

it('leaves it to the page where there is a stylesheet', () => {
  const sheet = document.createElement('style');
  sheet.textContent = '.gone { display: none }';
  document.head.append(sheet);
  render(
    <p className="gone" data-testid="gone">
      a
    </p>,
  );
  expect(styleOf('gone').display).toBe('none');
  sheet.remove();
});
