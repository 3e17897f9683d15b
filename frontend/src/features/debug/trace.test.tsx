import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DebugScreen } from '@/features/debug';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';

const line = (changes: object) => ({ kind: 'AUDIT', id: '7', at: '2026-11-20T08:00:00Z', title: 'debug.work_held', detail: 'Eva Lund, DONE', correlationId: null, trace: null, traceUrl: null, ...changes });

test('an act is told in the words of the audit trail, an unknown one by its name', async () => {
  bend({ debugTrace: () => ({ correlationIds: [], more: false, lines: [line({}), line({ id: '8', title: 'moon.landed' })] }) });
  show(<DebugScreen />, '/?tab=trace&text=abc');
  expect(await screen.findByRole('cell', { name: 'Held all background work' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'moon.landed' })).toBeInTheDocument();
});
