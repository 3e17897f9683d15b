import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '@/testing/render';
import { announced } from './announcing';
import { CopyId } from './CopyId';
import { ToastArea } from './ToastArea';
import { toasts } from './toasts';

const ID = '8efc0b63-1a17-4b1a-9d0a-52f1a4c9e0d7';

afterEach(() => announced.set(''));

test('an id is copied whole, however short it is shown', async () => {
  const { person } = show(
    <>
      <CopyId value={ID} short />
      <ToastArea />
    </>,
  );
  await person.click(screen.getByRole('button', { name: 'Copy correlation id' }));
  expect(await navigator.clipboard.readText()).toBe(ID);
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Copied');
});

test('where the browser withholds its clipboard that is told, and the whole id stands there to be selected', async () => {
  const { person } = show(
    <>
      <CopyId value={ID} short />
      <ToastArea />
    </>,
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('denied', 'NotAllowedError'),
  );
  expect(screen.queryByText(ID)).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Copy correlation id' }));
  expect(await screen.findByText(ID)).toBeInTheDocument();
  expect(toasts.get()).toMatchObject([{ severity: 'warn', title: 'Not copied' }]);
  expect(screen.queryByText('Copied')).not.toBeInTheDocument();
});
