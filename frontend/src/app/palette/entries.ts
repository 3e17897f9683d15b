/** What stands in the palette without asking the server: screens, actions, and what was chosen lately. */
import type { Words } from '@/kernel/i18n';
import { prefer, preferLanguage, type Preferences } from '@/kernel/preferences';
import { isDarkTheme } from '@/kernel/themeNames';
import { chooseBrightness } from '@/kernel/themes';
import { inPeriod, period } from '@/kernel/period';
import { openProfile, signOut } from '@/kernel/session';
import { searchMenu, type MenuGroup } from '../menu';
import type { Hit } from './hits';
import type { labels } from './labels';

export interface Entry {
  /** The same for the same thing, however it is found. */
  key: string;
  label: string;
  icon: string;
  /** Where it stands in the menu. */
  under?: string;
  hit?: Hit;
  /** An address to go to, or something to do. */
  choice: string | (() => unknown);
}

export interface EntryGroup {
  key: string;
  name: string;
  entries: readonly Entry[];
  /** There are more than are shown. */
  more?: boolean;
}

/** What the frame does for the palette. */
export interface FrameActions {
  openSettings: () => void;
  openKeys: () => void;
  markAllRead: () => unknown;
}

/** The menu's screens, as far as they are open to this person now. */
export function screensOf(menu: readonly MenuGroup[], sought: string): readonly Entry[] {
  const groups = sought ? searchMenu(menu, sought) : menu;
  return groups.flatMap(({ label: under, entries }) =>
    entries
      .filter(({ unavailable }) => !unavailable)
      .map(({ label, icon, to }) => ({
        key: to,
        label,
        icon,
        under,
        choice: inPeriod(to, period()),
      })),
  );
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether every word that was typed stands in a text. */
export function holdsAll(text: string, sought: string): boolean {
  const all = plain(text);
  return plain(sought)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** What can be done from anywhere, as things stand. */
export function actionsFor(
  words: Words<typeof labels>,
  choice: Preferences,
  frame: FrameActions,
  sought: string,
  verbs: ReadonlySet<string>,
): readonly Entry[] {
  const dark = isDarkTheme(choice.theme);
  const compact = choice.density === 'compact';
  const danish = choice.language === 'da';
  const all: readonly Entry[] = [
    {
      key: 'theme',
      label: dark ? words.light : words.dark,
      icon: dark ? 'sun' : 'moon',
      choice: () => chooseBrightness(dark ? 'light' : 'dark'),
    },
    {
      key: 'language',
      label: danish ? words.inEnglish : words.inDanish,
      icon: 'language',
      choice: () => preferLanguage(danish ? 'en' : 'da'),
    },
    {
      key: 'density',
      label: compact ? words.looser : words.denser,
      icon: 'list',
      choice: () => prefer({ density: compact ? 'comfortable' : 'compact' }),
    },
    ...(verbs.has('messages.acknowledge')
      ? [{ key: 'read', label: words.markRead, icon: 'check', choice: frame.markAllRead }]
      : []),
    { key: 'settings', label: words.settings, icon: 'cog', choice: frame.openSettings },
    { key: 'keys', label: words.keys, icon: 'question-circle', choice: frame.openKeys },
    { key: 'profile', label: words.profile, icon: 'id-card', choice: openProfile },
    { key: 'logout', label: words.logout, icon: 'sign-out', choice: signOut },
  ];
  return sought ? all.filter(({ label }) => holdsAll(label, sought)) : all;
}
