/**
 * Every shortcut of the console, by the place where it acts. Whoever listens to keys asks here
 * what one means, and the list shown under `?` is drawn from here, so that it cannot lie.
 */
import { shortcutsOn } from './preferences';

/** `Mod` is Ctrl, or Command on a Mac. A key of one sign alone obeys the preference. */
export const SHORTCUTS = {
  everywhere: { palette: ['Mod+k'], keys: ['?'] },
  list: {
    search: ['/'],
    next: ['j', 'ArrowDown'],
    previous: ['k', 'ArrowUp'],
    first: ['Home'],
    last: ['End'],
    screenDown: ['PageDown'],
    screenUp: ['PageUp'],
    open: ['Enter'],
    choose: ['x'],
    chooseDown: ['Shift+ArrowDown'],
    chooseUp: ['Shift+ArrowUp'],
  },
  desk: {
    accept: ['Enter'],
    undo: ['u'],
    tick: [' '],
    find: ['f'],
    nextCandidate: ['ArrowRight'],
    previousCandidate: ['ArrowLeft'],
  },
  drawer: { previousRecord: ['['], nextRecord: [']'], close: ['Escape'] },
  invoices: { download: ['d'] },
  palette: {
    nextHit: ['ArrowDown'],
    previousHit: ['ArrowUp'],
    firstHit: ['Home'],
    lastHit: ['End'],
    take: ['Enter'],
    leave: ['Escape'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type ShortcutPlace = keyof typeof SHORTCUTS;
export type ShortcutOf<Place extends ShortcutPlace> = keyof (typeof SHORTCUTS)[Place] & string;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key acts without Ctrl or Command, and so may be switched off. */
export const isSingle = (key: string) => key.length === 1;

function combination({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  if (altKey) return '';
  if (ctrlKey || metaKey) return `Mod+${key.toLowerCase()}`;
  // A sign such as `?` needs Shift on some keyboards and not on others.
  return shiftKey && !isSingle(key) ? `Shift+${key}` : key;
}

/** What a key means at a place, or null; a switched-off one means nothing. */
export function shortcutOf<Place extends ShortcutPlace>(
  event: Pressed,
  place: Place,
): ShortcutOf<Place> | null {
  const pressed = combination(event);
  if (isSingle(pressed) && !shortcutsOn()) return null;
  const shortcuts: Readonly<Record<string, readonly string[]>> = SHORTCUTS[place];
  return (Object.keys(shortcuts).find((name) => shortcuts[name]?.includes(pressed)) ??
    null) as ShortcutOf<Place> | null;
}

/** Whether somebody is writing there, so that keys and pastes are theirs. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]',
    ) !== null
  );
}

/** What is printed on the keys of a combination. */
export function keyCaps(combined: string): readonly string[] {
  const caps: Readonly<Record<string, string>> = {
    Mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
    ArrowDown: '↓',
    ArrowUp: '↑',
    ArrowRight: '→',
    ArrowLeft: '←',
    Escape: 'Esc',
    ' ': 'Space',
    PageDown: 'Page Down',
    PageUp: 'Page Up',
  };
  return combined
    .split('+')
    .map(
      (key) =>
        caps[key] ?? (key.length === 1 && combined.startsWith('Mod') ? key.toUpperCase() : key),
    );
}
