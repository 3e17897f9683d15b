/** Every address of the console, pattern beside builder. Addresses are a contract with bookmarks. */

const query = (values: Record<string, string | readonly string[] | null | undefined>) => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') search.set(key, value);
    else for (const item of value ?? []) search.append(key, item);
  }
  const text = search.toString();
  return text ? `?${text}` : '';
};

export const paths = {
  dashboard: '/dashboard',
  journals: '/',
  journal: '/journals/:correlationId',
  payments: '/payments',
  payees: '/payees',
  statements: '/statements',
  outlook: '/outlook',
  reconciliation: '/reconciliation',
  transactions: '/journals/statements',
  approvalPolicies: '/approval-policies',
  passkeys: '/passkeys',
  banks: '/bank',
  rules: '/rules',
  sendings: '/sendings',
  validation: '/journal-validation',
  uploadPayments: '/upload',
  uploadStatements: '/upload/statement',
  demo: '/demo',
  erpConfiguration: '/erp/configuration',
  erpValidation: '/erp/configuration-validation',
  erpMapping: '/erp/payment-method-mapping',
  erpExchange: '/erp/exchange',
  messages: '/messages',
  audit: '/audit',
  subscriptions: '/billing/subscriptions',
  invoices: '/billing/invoices',
  users: '/account-management/users',
  webhooks: '/account-management/webhooks',
  logs: '/logs',
  debug: '/debug',
} as const;

/** The journal list, narrowed as its filter bar would do it. */
export const journalsPath = (
  at: {
    state?: readonly string[];
    account?: readonly string[];
    executionFrom?: string | null;
    executionTo?: string | null;
    currency?: string | undefined;
  } = {},
) => `${paths.journals}${query(at)}`;

/** Where somebody follows an id through the product. */
export const tracePath = `${paths.debug}${query({ tab: 'trace' })}`;

/** One journal, full page. */
export const journalPath = (correlationId: string, tab?: string) =>
  `/journals/${encodeURIComponent(correlationId)}${query({ tab })}`;

/** The journal list with one journal open beside it. */
export const journalDrawerPath = (correlationId: string) => `/${query({ journal: correlationId })}`;

/** The transactions of accounts, a statement, or a span of booking days. */
export const transactionsPath = (
  at: {
    account?: string;
    from?: string;
    to?: string;
    statement?: string;
    transaction?: string;
  } = {},
) => `${paths.transactions}${query(at)}`;

/** The month of one account. */
export const statementsPath = (at: { month: string; account: string }) =>
  `${paths.statements}${query(at)}`;

/** What a person is to decide about entries and statements, of all accounts or about one entry. */
export const duplicatesPath = (
  at: { of?: string; part?: 'disputed' | 'decisions' | 'accounts' } = {},
) => `${paths.transactions}${query({ view: 'duplicates', ...at })}`;

/** The banks with one open beside them, at one of its parts. */
export const bankPath = (id: string, part?: string) => `${paths.banks}${query({ bank: id, part })}`;

/** The rules with one open beside them. */
export const rulePath = (id: string) => `${paths.rules}${query({ rule: id })}`;

/** The ERP's configuration, with a setting ready to be changed. */
export const erpSettingPath = (section: string, setting?: string | null) =>
  `${paths.erpConfiguration}${query({ section: section.toLowerCase(), setting })}`;

/** A payment of the ERP, open beside the list. */
export const erpPaymentPath = (id: string) => `${paths.erpExchange}${query({ payment: id })}`;

/** The queue to the ERP: one write open beside it, or those in a state. */
export const erpQueuePath = (at: { write?: string; state?: string } = {}) =>
  `${paths.erpExchange}${query({ tab: 'queue', ...at })}`;

/** The invoices: those in a state, or one open beside them. */
export const invoicesPath = (at: { state?: string; invoice?: string }) =>
  `${paths.invoices}${query(at)}`;

/** The queue to banks with one file open beside it. */
export const sendingPath = (id: string) => `${paths.sendings}${query({ sending: id })}`;

/** The messages with one open beside them, or those not yet read. */
export const messagePath = (id: string | null) =>
  `${paths.messages}${query(id === null ? { unread: 'yes' } : { message: id })}`;

/** What the signed-in person is mailed of. */
export const mailsPath = `${paths.messages}${query({ tab: 'mail' })}`;

/** The messages of one journal. */
export const messagesPath = (correlationId?: string) =>
  `${paths.messages}${query({ correlation: correlationId })}`;

/** What was exchanged about one journal, or one entry open beside the list. */
export const logsPath = (correlationId: string | null, entry?: string) =>
  `${paths.logs}${query({ correlation: correlationId, log: entry })}`;
