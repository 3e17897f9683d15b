/** Mappings are written as they were looked at: a file only as a whole, and none over what another has changed. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { toasts } from '@/ui';
import { ImportDialog } from './components/ImportDialog';
import { MappingDialog } from './components/MappingDialog';
import { MappingRecord } from './components/MappingRecord';
import { begun } from './form';
import type { Ground } from './ground';

const line = (number: number, act: string, message: string | null = null) => ({
  line: number,
  act,
  label: `Method ${number}`,
  message,
  field: null,
});
// jsdom's files have no text().
const file = (csv: string) =>
  Object.assign(new File([], 'mappings.csv', { type: 'text/csv' }), { text: async () => csv });

async function opened(lines: Record<string, object[]>) {
  const asked: { csv: string; dryRun: boolean }[] = [];
  bend({
    importErpMappings: (args: { csv: string; dryRun: boolean }) => {
      asked.push(args);
      return { __typename: 'ErpImport', isWritten: !args.dryRun, lines: lines[args.csv] ?? [] };
    },
  });
  const [onClose, onWritten] = [vi.fn(), vi.fn()];
  const { person } = show(<ImportDialog onClose={onClose} onWritten={onWritten} />);
  const choose = (csv: string) => person.upload(screen.getByLabelText('CSV file'), file(csv));
  return { person, asked, onClose, onWritten, choose };
}

test('nothing is asked before a file is chosen', async () => {
  const { person, asked } = await opened({});
  await person.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Choose a file');
  expect(asked).toEqual([]);
});

test('a file is looked at first, and then written as it was looked at', async () => {
  const { person, asked, onClose, onWritten, choose } = await opened({
    good: [line(2, 'CREATE'), line(3, 'SAME'), line(4, 'CHANGE')],
  });
  await choose('good');
  await person.click(screen.getByRole('button', { name: 'Check' }));
  await person.click(await screen.findByRole('button', { name: 'Import 2 lines' }));
  expect(asked[0]).toEqual({ csv: 'good', dryRun: true });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(asked).toEqual([
    { csv: 'good', dryRun: true },
    { csv: 'good', dryRun: false },
  ]);
  expect(onWritten).toHaveBeenCalledTimes(1);
  expect(toasts.get()).toMatchObject([{ severity: 'success', text: 'Mappings imported' }]);
});

test('one refused line keeps the whole file from being written, and another file is looked at anew', async () => {
  const { person, asked, onWritten, choose } = await opened({
    bad: [line(2, 'CREATE'), line(3, 'REFUSED', 'No such method')],
    good: [line(2, 'CREATE')],
  });
  await choose('bad');
  await person.click(screen.getByRole('button', { name: 'Check' }));
  expect(
    within(await screen.findByRole('table', { name: 'Import mappings' })).getByText(
      'No such method',
    ),
  ).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  await choose('good');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('button', { name: 'Import 1 line' })).toBeVisible();
  expect(asked.map(({ csv, dryRun }) => [csv, dryRun])).toEqual([
    ['bad', true],
    ['bad', true],
    ['good', true],
  ]);
  expect(onWritten).not.toHaveBeenCalled();
});

test('a file that is refused as a whole says why', async () => {
  const { person, choose, onClose } = await opened({});
  bend({
    importErpMappings: () => ({
      __typename: 'Problem',
      code: 'x.y',
      message: 'That is no file of mappings',
      path: null,
    }),
  });
  await choose('nonsense');
  await person.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That is no file of mappings');
  expect(onClose).not.toHaveBeenCalled();
});

const method = {
  nativeId: '1',
  code: 'M1',
  name: 'Suppliers',
  currency: 'DKK',
  isActive: true,
  isOutbound: true,
  state: 'MAPPED',
  suppliers: 1,
  payments: 1,
  held: 0,
  mappings: 1,
  suggestion: null,
  needs: [],
};
const ground = {
  erpConfiguration: { active: null },
  erpMethods: { methods: [method], accounts: [] },
  erpTargets: [
    {
      target: 'SEPA_CT',
      chargeBearers: [],
      serviceLevels: [],
      localInstruments: [],
      referenceRules: [],
      slipType: null,
      isInstant: false,
    },
  ],
} as unknown as Ground;

test.each([
  [
    { id: 'm1', version: 4 },
    { id: 'm1', version: 4 },
  ],
  [null, { id: null, version: null }],
])('what is saved names the version that was seen: %j', async (changed, named) => {
  const asked: object[] = [];
  bend({
    saveErpMapping: ({
      id = null,
      version = null,
      mapping,
    }: {
      id?: string | null;
      version?: number | null;
      mapping: { method: string };
    }) => {
      asked.push({ id, version, method: mapping.method });
      return { __typename: 'Success', id: 'm1' };
    },
  });
  const { person } = show(
    <MappingDialog
      ground={ground}
      initial={begun({ method: '1', target: 'SEPA_CT' })}
      changed={changed}
      onClose={() => undefined}
      onSaved={() => undefined}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toEqual([{ ...named, method: '1' }]));
});

const mapping = {
  id: 'm1',
  version: 4,
  position: 1,
  method: '1',
  account: null,
  debtorAccount: null,
  validFrom: '2026-01-01',
  validTo: null,
  isEnabled: true,
  isRemoved: false,
  changed: '2026-11-01T08:00:00Z',
  changedBy: 'Bo Lund',
  used: 3,
  matchers: {
    currency: null,
    creditorCountry: null,
    referenceKind: null,
    slipType: null,
    amountFrom: null,
    amountTo: null,
  },
  makes: {
    target: 'SEPA_CT',
    chargeBearer: 'SLEV',
    serviceLevel: 'SEPA',
    localInstrument: null,
    categoryPurpose: null,
    instructionPriority: 'NORM',
    batchBooking: null,
    referenceRule: 'FREE',
  },
  hints: [],
  history: [],
};
const record = () =>
  show(
    <MappingRecord id="m1" ground={ground} onEdit={() => undefined} onChanged={() => undefined} />,
  );

test('a mapping is removed after a question, as it was seen', async () => {
  const asked: object[] = [];
  bend({
    erpMapping: () => mapping,
    removeErpMapping: (args: object) => {
      asked.push(args);
      return { __typename: 'Success', id: 'm1' };
    },
  });
  const { person } = record();
  await person.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(asked).toEqual([]);
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'm1', version: 4 }]));
});

test('whoever may only look finds nothing to change in a mapping', async () => {
  permissions.set({ verbs: new Set(['erp.read']) });
  bend({ erpMapping: () => mapping });
  record();
  expect(await screen.findByText('SEPA')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
