// @vitest-environment node
/** Addresses are a contract with bookmarks and with the server's mails. */
import { expect, test } from 'vitest';
import {
  bankPath,
  erpPaymentPath,
  erpQueuePath,
  erpSettingPath,
  invoicesPath,
  journalDrawerPath,
  journalPath,
  journalsPath,
  logsPath,
  messagePath,
  messagesPath,
  rulePath,
  sendingPath,
  tracePath,
  transactionsPath,
} from './paths';

test.each([
  [journalPath('a/b?c'), '/journals/a%2Fb%3Fc'],
  [journalPath('c1', 'payments'), '/journals/c1?tab=payments'],
  [journalDrawerPath('c1&x'), '/?journal=c1%26x'],
  [journalsPath(), '/'],
  [
    journalsPath({
      state: ['SENT', 'INVALID'],
      account: ['a1'],
      executionFrom: '2026-11-01',
      executionTo: null,
      currency: 'DKK',
    }),
    '/?state=SENT&state=INVALID&account=a1&executionFrom=2026-11-01&currency=DKK',
  ],
  [
    transactionsPath({ account: 'a1', from: '2026-11-01', to: '2026-11-30' }),
    '/journals/statements?account=a1&from=2026-11-01&to=2026-11-30',
  ],
  [bankPath('b1', 'keys'), '/bank?bank=b1&part=keys'],
  [rulePath('r1'), '/rules?rule=r1'],
  [erpSettingPath('PAYMENTS', 'url'), '/erp/configuration?section=payments&setting=url'],
  [erpPaymentPath('p1'), '/erp/exchange?payment=p1'],
  [erpQueuePath({ write: 'w1' }), '/erp/exchange?tab=queue&write=w1'],
  [invoicesPath({ state: 'DRAFT' }), '/billing/invoices?state=DRAFT'],
  [sendingPath('s1'), '/sendings?sending=s1'],
  [messagePath(null), '/messages?unread=yes'],
  [messagePath('m1'), '/messages?message=m1'],
  [messagesPath('c1'), '/messages?correlation=c1'],
  [messagesPath(), '/messages'],
  [logsPath('c1'), '/logs?correlation=c1'],
  [logsPath(null, 'l1'), '/logs?log=l1'],
  [tracePath, '/debug?tab=trace'],
])('%s leads to %s', (path, expected) => {
  expect(path).toBe(expected);
});
