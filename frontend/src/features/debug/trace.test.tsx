import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DebugScreen } from '@/features/debug';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';

const line = (changes: object) => ({
  kind: 'AUDIT',
  id: '7',
  at: '2026-11-20T08:00:00Z',
  title: 'debug.work_held',
  sentence: null,
  state: 'DONE',
  note: { en: 'Eva Lund', da: 'Eva Lund' },
  correlationId: null,
  trace: null,
  traceUrl: null,
  ...changes,
});

test('an act is told in the words of the audit trail, an unknown one by its name', async () => {
  bend({
    debugTrace: () => ({
      correlationIds: [],
      more: false,
      lines: [line({}), line({ id: '8', title: 'moon.landed' })],
    }),
  });
  show(<DebugScreen />, '/?tab=trace&text=abc');
  expect(await screen.findByRole('cell', { name: 'Held all background work' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'moon.landed' })).toBeInTheDocument();
});

test('how each thing stood is said as its room says it, in the reader’s language', async () => {
  preferLanguage('da');
  const both = (en: string, da: string) => ({ en, da });
  bend({
    debugTrace: () => ({
      correlationIds: [],
      more: false,
      lines: [
        line({}),
        line({ kind: 'JOURNAL', id: '10', title: 'MSG-1', state: 'SENT', note: null }),
        line({ kind: 'SENDING', id: '11', title: 'MSG-1', state: 'SENT', note: null }),
        line({ kind: 'UPLOAD', id: '12', title: 'a.xml', state: 'KNOWN', note: null }),
        line({
          kind: 'JOB',
          id: '13',
          title: 'send',
          state: 'FAILED',
          note: both('The bank is silent', 'Banken tier'),
        }),
        line({
          kind: 'MESSAGE',
          id: '14',
          title: 'a.xml is imported',
          sentence: both('a.xml is imported', 'a.xml er importeret'),
          state: 'SUCCESS',
          note: null,
        }),
        line({
          kind: 'LOG',
          id: '15',
          title: 'UploadFile, bank:1',
          state: null,
          note: both('500, no answer', '500, intet svar'),
        }),
      ],
    }),
  });
  show(<DebugScreen />, '/?tab=trace&text=abc');
  await screen.findByText('Sendt');
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  const told = [
    'UdførtEva Lund',
    'MSG-1Sendt',
    'MSG-1Leveret',
    'a.xmlAllerede kendt',
    'Send betalingerMislykketBanken tier',
    'a.xml er importeretUdført',
    '500, intet svar',
  ];
  for (const [place, part] of told.entries()) expect(rows[place]).toContain(part);
});
