import { render, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, test } from 'vitest';
import { arriving } from './arriving';

const Room = ({ name }: { name: string }) => <h1>{name}</h1>;
const drawn = (Part: ComponentType<{ name: string }>) =>
  render(
    <Suspense fallback={<p>on its way</p>}>
      <Part name="Journals" />
    </Suspense>,
  );

test('what is not here yet is loaded when it is drawn', async () => {
  drawn(arriving(async () => Room));
  expect(screen.getByText('on its way')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Journals' })).toBeInTheDocument();
});

test('what was fetched is drawn at once, and stays the same part when it is drawn again', async () => {
  const Part = arriving(async () => Room);
  await Part.fetch();
  const { rerender } = drawn(Part);
  const heading = screen.getByRole('heading', { name: 'Journals' });
  rerender(
    <Suspense>
      <Part name="Rules" />
    </Suspense>,
  );
  expect(heading).toHaveTextContent('Rules');
});

test('a fetch that fails is silent, and drawing loads it again', async () => {
  let tries = 0;
  const Part = arriving(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return Room;
  });
  await Part.fetch();
  drawn(Part);
  expect(await screen.findByRole('heading', { name: 'Journals' })).toBeInTheDocument();
  expect(tries).toBe(2);
});
