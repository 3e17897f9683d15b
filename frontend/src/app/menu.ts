/** The main menu: groups and entries in the specification's order, by what a person may do. */
import type { Words } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import type { labels } from './labels';

export interface MenuEntry {
  label: string;
  icon: string;
  to: string;
  badge?: 'messages';
}

export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

/** The groups a person may use; a group without entries is left out. */
export function menuFor(verbs: ReadonlySet<string>, words: Words<typeof labels>): readonly MenuGroup[] {
  const uploads: MenuEntry[] = [
    { label: words.menuUploadPayments, icon: 'upload', to: paths.uploadPayments },
    { label: words.menuUploadStatements, icon: 'file-import', to: paths.uploadStatements },
  ];
  const groups: MenuGroup[] = [
    { label: words.groupHome, entries: [{ label: words.menuDashboard, icon: 'chart-bar', to: paths.dashboard }] },
    {
      label: words.groupGeneral,
      entries: [
        { label: words.menuJournals, icon: 'book', to: paths.journals },
        { label: words.menuTransactions, icon: 'list', to: paths.transactions },
      ],
    },
    { label: words.groupUpload, entries: verbs.has('uploads.create') ? uploads : [] },
    { label: words.groupSystem, entries: [{ label: words.menuMessages, icon: 'bell', to: paths.messages, badge: 'messages' }] },
    { label: words.groupAccountManagement, entries: verbs.has('users.read') ? [{ label: words.menuUsers, icon: 'users', to: paths.users }] : [] },
  ];
  return groups.filter((group) => group.entries.length > 0);
}
