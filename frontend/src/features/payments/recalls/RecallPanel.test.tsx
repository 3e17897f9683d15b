import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { journals } from '@/testing/world/records';
import { RecallPanel } from './RecallPanel';

const row = journals.find(({ correlationId }) => correlationId === 'c1');

/** A page that learns that the payments have left. */
function Page() {
  const [state, setState] = useState<'APPROVED' | 'SENT'>('APPROVED');
  return (
    <>
      <button type="button" onClick={() => setState('SENT')}>They leave</button>
      <RecallPanel correlationId="c1" state={state} onChanged={() => undefined} />
    </>
  );
}

test('payments that have just been sent can be called back without loading the page again', async () => {
  let hasLeft = false;
  let asked = 0;
  bend({
    journal: () => {
      asked += 1;
      return { ...row, recalls: [], state: hasLeft ? 'SENT' : 'APPROVED', recallable: hasLeft ? { bank: 'Fjordbanken', code: null, message: null } : { bank: null, code: 'recalls.not_sent', message: 'They have not been sent' } };
    },
  });
  const { person } = show(<Page />);
  await expect.poll(() => asked).toBe(1);
  expect(screen.queryByRole('button', { name: 'Call payments back' })).toBeNull();
  hasLeft = true;
  await person.click(screen.getByRole('button', { name: 'They leave' }));
  expect(await screen.findByRole('button', { name: 'Call payments back' })).toBeVisible();
  expect(asked).toBe(2);
});
