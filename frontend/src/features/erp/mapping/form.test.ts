import { expect, test } from 'vitest';
import { toServerFilter } from './filter';
import { badAmounts, badDates, begun, inputOf, typedFrom } from './form';
import { openMethods, type Ground } from './ground';

const known = { method: '1', target: 'SEPA_CT' };

test('amounts are read as people write them', () => {
  const input = inputOf(begun({ ...known, amountFrom: '10.000', amountTo: '25.000,50' }));
  expect(input?.matchers).toMatchObject({
    amountFrom: '10000',
    amountTo: '25000.50',
    currency: null,
  });
  expect(inputOf(begun(known))?.matchers).toMatchObject({ amountFrom: null, amountTo: null });
});

test('nothing is sent before method and product are chosen', () => {
  expect([begun({ method: '1' }), begun({ target: 'SEPA_CT' }), begun({})].map(inputOf)).toEqual([
    null,
    null,
    null,
  ]);
});

test('what is said goes along, what is not is left to the product', () => {
  const input = inputOf(
    begun({
      ...known,
      account: ' 7 ',
      debtorAccount: 'DK1',
      chargeBearer: 'SLEV',
      serviceLevel: 'SEPA',
      localInstrument: 'INST',
      categoryPurpose: 'SALA',
      instructionPriority: 'HIGH',
      batchBooking: 'false',
      referenceRule: 'RF',
      currency: 'EUR',
      creditorCountry: 'DE',
      referenceKind: 'RF',
      slipType: '71',
      position: '3',
      validTo: '2026-12-31',
      isEnabled: 'false',
    }),
  );
  expect(input).toEqual({
    method: '1',
    target: 'SEPA_CT',
    account: '7',
    debtorAccount: 'DK1',
    chargeBearer: 'SLEV',
    serviceLevel: 'SEPA',
    localInstrument: 'INST',
    categoryPurpose: 'SALA',
    instructionPriority: 'HIGH',
    batchBooking: false,
    referenceRule: 'RF',
    matchers: {
      currency: 'EUR',
      creditorCountry: 'DE',
      referenceKind: 'RF',
      slipType: '71',
      amountFrom: null,
      amountTo: null,
    },
    position: 3,
    validFrom: null,
    validTo: '2026-12-31',
    isEnabled: false,
  });
  expect(inputOf(begun(known))).toMatchObject({
    account: null,
    debtorAccount: null,
    chargeBearer: null,
    batchBooking: null,
    position: null,
    isEnabled: true,
  });
  expect(inputOf(begun({ ...known, batchBooking: 'true' }))).toMatchObject({ batchBooking: true });
});

test('a mapping that is there is the same after it stood in the form', () => {
  const row = {
    id: 'm1',
    version: 4,
    method: '1',
    account: null,
    debtorAccount: 'DK1',
    position: 2,
    validFrom: '2026-01-01',
    validTo: null,
    isEnabled: false,
    makes: { target: 'SEPA_CT', batchBooking: false, chargeBearer: 'SLEV' },
    matchers: { currency: 'EUR', amountFrom: '1000.50', amountTo: null },
  };
  const typed = typedFrom(row as unknown as Parameters<typeof typedFrom>[0]);
  expect(inputOf(typed)).toMatchObject({
    method: '1',
    target: 'SEPA_CT',
    debtorAccount: 'DK1',
    chargeBearer: 'SLEV',
    batchBooking: false,
    position: 2,
    validFrom: '2026-01-01',
    validTo: null,
    isEnabled: false,
    matchers: { currency: 'EUR', amountFrom: '1000.50', amountTo: null },
  });
});

test('methods that payments wait for come first by what is held, then by what is paid', () => {
  const method = (nativeId: string, state: string, held: number, payments: number) => ({
    nativeId,
    code: nativeId,
    name: nativeId,
    state,
    held,
    payments,
  });
  const ground = {
    erpMethods: {
      accounts: [],
      methods: [
        method('a', 'MAPPED', 9, 9),
        method('b', 'UNMAPPED', 0, 3),
        method('c', 'HELD', 2, 1),
        method('d', 'UNUSED', 0, 0),
        method('e', 'UNMAPPED', 0, 5),
        method('f', 'HELD', 2, 1),
      ],
    },
    erpTargets: [],
  } as unknown as Ground;
  expect(openMethods(ground).map(({ nativeId }) => nativeId)).toEqual(['c', 'f', 'e', 'b']);
});

test('mappings are asked for as the address says', () => {
  expect(toServerFilter({ product: [], used: null, q: '' })).toEqual({});
  expect(toServerFilter({ product: ['SEPA_CT'], used: false, q: 'rent' })).toEqual({
    targets: ['SEPA_CT'],
    isEnabled: false,
    text: 'rent',
  });
  expect(toServerFilter({ product: [], used: true, q: '' })).toEqual({ isEnabled: true });
});

test('what is no amount is told', () => {
  expect(badAmounts(begun({ ...known, amountFrom: 'ten', amountTo: '-5' }))).toEqual([
    'amountFrom',
    'amountTo',
  ]);
  expect(badAmounts(begun({ ...known, amountFrom: '1.000,00', amountTo: '0' }))).toEqual([]);
  expect(badAmounts(begun({ ...known, amountTo: 'x' }))).toEqual(['amountTo']);
});

test('days are sent as they are on every calendar, and what is no day is told', () => {
  expect(inputOf(begun({ ...known, validFrom: '2026-12-01' }))).toMatchObject({
    validFrom: '2026-12-01',
    validTo: null,
  });
  expect(badDates(begun({ ...known, validFrom: '31-02-2026', validTo: '2026-12-31' }))).toEqual([
    'validFrom',
  ]);
  expect(badDates(begun({ ...known, validTo: '2026-13-01' }))).toEqual(['validTo']);
  expect(inputOf(begun({ ...known, validTo: '31-02-2026' }))).toMatchObject({ validTo: null });
  expect(badDates(begun(known))).toEqual([]);
});
