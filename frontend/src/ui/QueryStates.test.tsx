/** The states of a question: nothing that was read is passed off as new, and nobody sees what they may not. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { HttpProblem } from '@/kernel/problems';
import { QueryStates } from '@/ui';
import type { QueryView } from './QueryStates';

const drawn = (query: QueryView<string>) => (
  <MemoryRouter>
    <QueryStates query={query} skeleton={<p>grey</p>}>
      {(data) => <p>{data}</p>}
    </QueryStates>
  </MemoryRouter>
);

test('what is coming is grey, and what is read again stays until the answer', () => {
  const view = render(drawn({ loading: true }));
  expect(screen.getByText('grey')).toBeInTheDocument();
  view.rerender(drawn({ loading: true, previousData: 'before' }));
  expect(screen.getByText('before')).toBeInTheDocument();
  view.rerender(drawn({ loading: false, data: 'after' }));
  expect(screen.getByText('after')).toBeInTheDocument();
});

test('a failure keeps what was read of the very same question and says how old it is; of another it shows nothing', () => {
  const refetch = vi.fn();
  const view = render(drawn({ loading: false, data: 'read', variables: { account: 'a1' } }));
  view.rerender(
    drawn({
      loading: false,
      error: new HttpProblem(503, {}),
      variables: { account: 'a1' },
      refetch,
    }),
  );
  expect(screen.getByText('read')).toBeInTheDocument();
  expect(screen.getByText(/Could not refresh/)).toBeInTheDocument();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledTimes(1);
  view.rerender(
    drawn({ loading: false, error: new HttpProblem(503, {}), variables: { account: 'a2' } }),
  );
  expect(screen.queryByText('read')).not.toBeInTheDocument();
  expect(screen.getByText('The service is busy')).toBeInTheDocument();
});

test('data that came before a failed reading is told as old, and without a failure it is not', () => {
  const view = render(drawn({ loading: false, data: 'read' }));
  expect(screen.queryByText(/Could not refresh/)).not.toBeInTheDocument();
  view.rerender(drawn({ loading: false, data: 'read', error: new TypeError('gone') }));
  expect(screen.getByText(/Could not refresh/)).toBeInTheDocument();
  expect(screen.getByText('read')).toBeInTheDocument();
});

test('whoever may no longer see it sees nothing of what was read', () => {
  const view = render(drawn({ loading: false, data: 'secret' }));
  view.rerender(drawn({ loading: false, data: 'secret', error: new HttpProblem(403, {}) }));
  expect(screen.queryByText('secret')).not.toBeInTheDocument();
  expect(screen.getByText('No access')).toBeInTheDocument();
});

test('a failure says its reason and its id; one of the sign-in leads there and nowhere else', () => {
  const view = render(
    drawn({
      loading: false,
      error: new HttpProblem(409, { detail: 'Changed meanwhile', correlationId: 'trace-8' }),
      refetch: () => undefined,
    }),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Changed meanwhile');
  expect(screen.getByRole('alert')).toHaveTextContent('trace-8');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  view.rerender(
    drawn({ loading: false, error: new HttpProblem(401, {}), refetch: () => undefined }),
  );
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
