/** The main menu: groups and entries in the specification's order, by what a person may do. */
import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import { UnmappedBadge } from '@/features/erp';
import { MessageBadge } from '@/features/messages';
import type { Words } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import type { labels } from './labels';

export interface MenuEntry {
  label: string;
  icon: string;
  to: string;
  /** A count beside the words, with its own meaning for screen readers. */
  badge?: ReactNode;
  /** Why the entry cannot be used at present; it stays in its place and says so. */
  unavailable?: string | undefined;
  /** Pages below this one; shown while one of them is open, or on demand. */
  items?: readonly MenuEntry[];
  /** Addresses of single records that belong to this entry. */
  covers?: readonly string[];
}

export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
  /** A line above: daily work and administration are kept apart. */
  separated?: boolean;
}

export interface MenuState {
  verbs: ReadonlySet<string>;
  online: boolean;
}

/** The groups a person may use; a group without entries is left out. */
export function menuFor(
  { verbs, online }: MenuState,
  words: Words<typeof labels>,
): readonly MenuGroup[] {
  const unavailable = online ? undefined : words.needsConnection;
  const users = (tab: string) => `${paths.users}?tab=${tab}`;
  const groups: MenuGroup[] = [
    {
      label: words.groupHome,
      entries: [
        { label: words.menuDashboard, icon: 'chart-bar', to: paths.dashboard },
        { label: words.menuOutlook, icon: 'chart-line', to: paths.outlook },
      ],
    },
    {
      label: words.groupGeneral,
      entries: [
        {
          label: words.menuJournals,
          icon: 'book',
          to: paths.journals,
          covers: [paths.journal],
          items: [
            { label: words.menuApprovalRules, icon: 'shield', to: paths.approvalPolicies },
            ...given(verbs.has('passkeys.use'), [
              { label: words.menuPasskeys, icon: 'key', to: paths.passkeys },
            ]),
          ],
        },
        { label: words.menuPayments, icon: 'money-bill', to: paths.payments },
        { label: words.menuPayees, icon: 'users', to: paths.payees },
        { label: words.menuStatements, icon: 'calendar', to: paths.statements },
        { label: words.menuReconciliation, icon: 'link', to: paths.reconciliation },
        { label: words.menuTransactions, icon: 'list', to: paths.transactions },
        {
          label: words.menuBanks,
          icon: 'building-columns',
          to: paths.banks,
          items: [{ label: words.menuQueue, icon: 'send', to: paths.sendings }],
        },
        ...given(verbs.has('rules.read'), [
          { label: words.menuRules, icon: 'list-check', to: paths.rules },
        ]),
      ],
    },
    {
      label: words.groupUpload,
      entries: given(verbs.has('uploads.create'), [
        { label: words.menuUploadPayments, icon: 'upload', to: paths.uploadPayments, unavailable },
        {
          label: words.menuUploadStatements,
          icon: 'file-import',
          to: paths.uploadStatements,
          unavailable,
        },
      ]),
    },
    {
      label: words.groupDemo,
      entries: [{ label: words.menuDemo, icon: 'sparkles', to: paths.demo }],
    },
    {
      label: words.groupErp,
      entries: [
        { label: words.menuErpConfiguration, icon: 'sliders-h', to: paths.erpConfiguration },
        { label: words.menuErpValidation, icon: 'list-check', to: paths.erpValidation },
        {
          label: words.menuErpMapping,
          icon: 'arrows-h',
          to: paths.erpMapping,
          badge: <UnmappedBadge describe={words.unmapped} />,
        },
        { label: words.menuErpExchange, icon: 'money-bill', to: paths.erpExchange },
      ],
    },
    {
      label: words.groupSystem,
      separated: true,
      entries: [
        {
          label: words.menuMessages,
          icon: 'bell',
          to: paths.messages,
          badge: <MessageBadge describe={words.messagesBadge} />,
        },
        ...given(verbs.has('audit.read'), [
          { label: words.menuAudit, icon: 'verified', to: paths.audit },
        ]),
      ],
    },
    {
      label: words.groupBilling,
      entries: given(verbs.has('billing.read'), [
        { label: words.menuSubscriptions, icon: 'credit-card', to: paths.subscriptions },
        { label: words.menuInvoices, icon: 'file', to: paths.invoices },
      ]),
    },
    {
      label: words.groupAccountManagement,
      entries: given(verbs.has('users.read'), [
        {
          label: words.menuUsers,
          icon: 'users',
          to: paths.users,
          items: [
            { label: words.menuUserRequests, icon: 'inbox', to: users('requests') },
            { label: words.menuUserRoles, icon: 'shield', to: users('roles') },
            ...given(verbs.has('users.review'), [
              { label: words.menuUserReview, icon: 'list-check', to: users('review') },
            ]),
            ...given(verbs.has('clients.read'), [
              { label: words.menuApiClients, icon: 'key', to: users('clients') },
            ]),
          ],
        },
        ...given(verbs.has('webhooks.read'), [
          { label: words.menuWebhooks, icon: 'send', to: paths.webhooks },
        ]),
      ]),
    },
    {
      label: words.groupLogs,
      entries: given(verbs.has('logs.read'), [
        { label: words.menuLogs, icon: 'history', to: paths.logs },
      ]),
    },
    {
      label: words.groupDebug,
      entries: given(verbs.has('debug.read'), [
        { label: words.menuDebug, icon: 'wrench', to: paths.debug },
      ]),
    },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

const given = (may: boolean, entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  may ? entries : [];

const every = (groups: readonly MenuGroup[]) =>
  groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.items ?? [])]));

/** The entry an address belongs to: the one that names it most exactly, else the one whose record it is. */
export function entryAt(
  groups: readonly MenuGroup[],
  address: { pathname: string; search: string },
): string | null {
  const asked = new URLSearchParams(address.search);
  const named = every(groups)
    .map(({ to }) => ({ to, url: new URL(to, 'http://menu') }))
    .filter(
      ({ url }) =>
        url.pathname === address.pathname &&
        [...url.searchParams].every(([key, value]) => asked.get(key) === value),
    )
    .toSorted((one, other) => other.url.searchParams.size - one.url.searchParams.size);
  const covering = every(groups).find(({ covers = [] }) =>
    covers.some((pattern) => matchPath(pattern, address.pathname)),
  );
  return named[0]?.to ?? covering?.to ?? null;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The menu narrowed to what somebody typed; a group's name finds all of it. Nested entries stand on their own then. */
export function searchMenu(groups: readonly MenuGroup[], sought: string): readonly MenuGroup[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries
        .flatMap(({ items = [], ...entry }) => [
          entry,
          ...items.map((item) => ({ ...item, under: entry.label })),
        ])
        .filter((entry) =>
          words.every((word) =>
            plain(
              [group.label, 'under' in entry ? entry.under : '', entry.label].join(' '),
            ).includes(word),
          ),
        ),
    }))
    .filter((group) => group.entries.length > 0);
}
