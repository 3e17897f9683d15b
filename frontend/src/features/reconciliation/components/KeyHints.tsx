/** Which keys do what, where they are used; nothing where they are switched off or there is no keyboard. */
import { useLabels } from '@/kernel/i18n';
import { usePreference } from '@/kernel/preferences';
import { keyCaps, SHORTCUTS } from '@/kernel/shortcuts';
import { labels } from '../labels';

export function KeyHints({ mayMatch }: { mayMatch: boolean }) {
  const words = useLabels(labels);
  const isOn = usePreference('shortcuts');
  if (!isOn) return null;
  const { list, desk } = SHORTCUTS;
  const hints: readonly (readonly [readonly string[], string])[] = [
    [[list.next[0], list.previous[0]], words.keyMove],
    [[desk.nextCandidate[0]], words.keyChoose],
    ...(mayMatch
      ? ([
          [[desk.tick[0]], words.keyTick],
          [[desk.find[0]], words.keyFind],
          [[desk.accept[0]], words.keyAccept],
          [[desk.undo[0]], words.keyUndo],
        ] as const)
      : []),
    [[list.search[0]], words.keySearch],
  ];
  return (
    <ul className="rec-keys" aria-label={words.keys}>
      {hints.map(([keys, does]) => (
        <li key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key === ' ' ? words.space : keyCaps(key).join(' ')}</kbd>
          ))}{' '}
          {does}
        </li>
      ))}
    </ul>
  );
}
