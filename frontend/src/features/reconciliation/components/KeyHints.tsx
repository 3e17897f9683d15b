/** Which keys do what, where they are used; nothing where they are switched off or there is no keyboard. */
import { useLabels } from '@/kernel/i18n';
import { usePreference } from '@/kernel/preferences';
import { keyCaps, SHORTCUTS, type ShortcutOf } from '@/kernel/shortcuts';
import { labels } from '../labels';

export function KeyHints({ mayMatch }: { mayMatch: boolean }) {
  const words = useLabels(labels);
  const isOn = usePreference('shortcuts');
  if (!isOn) return null;
  const hints: readonly (readonly [readonly ShortcutOf<'desk'>[], string])[] = [
    [['next', 'previous'], words.keyMove],
    [['nextCandidate'], words.keyChoose],
    ...(mayMatch
      ? ([
          [['accept'], words.keyAccept],
          [['undo'], words.keyUndo],
        ] as const)
      : []),
    [['search'], words.keySearch],
  ];
  return (
    <ul className="rec-keys" aria-label={words.keys}>
      {hints.map(([acts, does]) => (
        <li key={does}>
          {acts.map((act) => (
            <kbd key={act}>{keyCaps(SHORTCUTS.desk[act][0]).join(' ')}</kbd>
          ))}{' '}
          {does}
        </li>
      ))}
    </ul>
  );
}
