import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { prefer } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';
import { active, books, draft, validation } from '@/testing/world/erp';
import { ErpValidationScreen } from '@/features/erp/screen';

const success = { __typename: 'Success', id: '1' };
const check = (name: string) => screen.findByRole('listitem', { name });

beforeEach(() => permissions.set({ verbs: new Set(VERBS) }));

test('the verdict stands first, then every check by group with what to do', async () => {
  show(<ErpValidationScreen />, '/erp/configuration-validation');
  expect(screen.getByRole('heading', { level: 1, name: 'Configuration Validation' })).toBeVisible();
  const verdict = await screen.findByRole('region', { name: 'Failed' });
  expect(verdict).toHaveTextContent('1 new since yesterday');
  expect(within(verdict).getByRole('list', { name: 'Outcomes' })).toHaveTextContent(
    '1 failed1 warning1 passed2 not checked',
  );
  const failed = await check('Sign-in');
  expect(failed).toHaveTextContent('FailedNew since yesterday');
  expect(within(failed).getByRole('link', { name: 'Go to the field' })).toHaveAttribute(
    'href',
    '/erp/configuration?section=connection&setting=key',
  );
  expect(
    within(await check('Own bank accounts')).getByRole('link', { name: 'Go to Banks' }),
  ).toHaveAttribute('href', '/bank');
  expect(await check('Sample payments')).toHaveTextContent('Not checked yet.');
});

test('a check tells its reasons and evidence on demand', async () => {
  const { person } = show(<ErpValidationScreen />);
  const failed = await check('Sign-in');
  await person.click(within(failed).getByRole('button', { name: 'Details' }));
  expect(failed).toHaveTextContent('Else nothing of Sign-in works');
  expect(failed).toHaveTextContent('Invalid key');
  expect(failed).toHaveTextContent('call-0001');
  const accounts = await check('Own bank accounts');
  await person.click(within(accounts).getByRole('button', { name: 'Details' }));
  expect(within(accounts).getByRole('list', { name: 'Found' })).toHaveTextContent(
    'Løn (DK51): not known here',
  );
});

test('days in what was found are written as the reader chose', async () => {
  prefer({ dateFormat: 'dd-mm-yy' });
  const told = {
    ...validation.checks[0],
    result: {
      ...validation.checks[0]?.result,
      found: { en: 'The books are open for 2026-11-20, and until 2026-12-31.', da: '' },
      items: [
        { id: '9', text: { en: '2026-11: 2026-11-01 to 2026-11-30: open', da: '' }, tone: 'WELL' },
      ],
    },
  };
  bend({ erpValidation: () => ({ ...validation, checks: [told] }) });
  const { person } = show(<ErpValidationScreen />);
  const looked = await check('Address and secure line');
  expect(looked).toHaveTextContent('The books are open for 20-11-2026, and until 31-12-2026.');
  await person.click(within(looked).getByRole('button', { name: 'Details' }));
  expect(looked).toHaveTextContent('2026-11: 01-11-2026 to 30-11-2026: open');
});

test('one check, those that failed, or all are run', async () => {
  const run = vi.fn((_asked: object) => success);
  bend({ runErpChecks: run });
  const { person } = show(<ErpValidationScreen />);
  await person.click(within(await check('Clock')).getByRole('button', { name: 'Run Clock' }));
  await person.click(screen.getByRole('button', { name: 'Run failed' }));
  await person.click(screen.getByRole('button', { name: 'Run all' }));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(3));
  expect(run.mock.calls.map(([asked]) => asked)).toMatchObject([
    { of: 'ACTIVE', checks: ['clock'] },
    { of: 'ACTIVE', which: 'FAILED' },
    { of: 'ACTIVE', which: 'ALL' },
  ]);
});

test('a run is seen while it goes on, and can be stopped', async () => {
  const stopped = vi.fn((_asked: object) => success);
  bend({
    erpValidation: () => ({
      ...validation,
      work: {
        id: '2',
        state: 'RUNNING',
        checks: ['endpoint', 'sign_in'],
        check: 'sign_in',
        done: 1,
        total: 2,
      },
    }),
    cancelErpChecks: stopped,
  });
  const { person } = show(<ErpValidationScreen />);
  expect(await screen.findByRole('progressbar', { name: 'Sign-in' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  expect(screen.getByText('Running: Sign-in')).toBeVisible();
  expect(within(await check('Clock')).getByRole('button', { name: 'Run Clock' })).toBeDisabled();
  await person.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(stopped.mock.calls[0]?.[0]).toMatchObject({ of: 'ACTIVE' }));
});

test('the report goes to the clipboard', async () => {
  const { person } = show(<ErpValidationScreen />);
  await person.click(await screen.findByRole('button', { name: 'Copy report' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('Validation of the ERP connection'),
  );
});

test('a draft stands beside what is in use', async () => {
  const asked: object[] = [];
  bend({
    erpConfiguration: () => ({ active, draft, versions: [active], books }),
    erpValidation: (args: object) => {
      asked.push(args);
      return validation;
    },
  });
  const { person, addressNow } = show(<ErpValidationScreen />);
  await person.click(await screen.findByRole('button', { name: 'Draft' }));
  expect(addressNow()).toBe('/?of=draft');
  await waitFor(() => expect(asked).toContainEqual({ of: 'DRAFT' }));
});

test('what was never validated, and what is not there, say so', async () => {
  bend({
    erpValidation: () => ({
      ...validation,
      verdict: null,
      validity: 'DRAFT',
      newSinceYesterday: 0,
      runs: [],
      checks: validation.checks.map((one) => ({ ...one, result: null })),
    }),
  });
  show(<ErpValidationScreen />);
  expect(await screen.findByRole('heading', { name: 'Never validated' })).toBeVisible();
});

test('without a configuration it leads there', async () => {
  bend({
    erpConfiguration: () => ({ active: null, draft: null, versions: [], books: null }),
    erpValidation: () => null,
  });
  show(<ErpValidationScreen />);
  expect(await screen.findByRole('link', { name: 'Go to Configuration' })).toHaveAttribute(
    'href',
    '/erp/configuration',
  );
});

test('an earlier run accounts for every check it held', async () => {
  show(<ErpValidationScreen />);
  const runs = await screen.findByRole('table', { name: 'Earlier runs' });
  expect(within(runs).getAllByRole('row')[1]).toHaveTextContent(
    '1 failed1 warning1 passed2 not checked',
  );
});

test('where nothing failed it says so, and how many were not checked, and offers no run of what failed', async () => {
  const ended = (outcome: string) =>
    validation.checks.filter(({ result }) => JSON.stringify(result)?.includes(`"${outcome}"`));
  const checks = [...ended('PASSED'), ...ended('SKIPPED')];
  bend({
    erpValidation: () => ({ ...validation, verdict: 'VALID', newSinceYesterday: 0, checks }),
  });
  show(<ErpValidationScreen />);
  const verdict = await screen.findByRole('region', { name: 'Nothing failed; 1 not checked' });
  expect(within(verdict).getByRole('list', { name: 'Outcomes' })).toHaveTextContent(
    '1 passed1 not checked',
  );
  expect(screen.getByRole('button', { name: 'Run all' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Run failed' })).toBeNull();
});
