/** Every shortcut by the place where it acts, drawn from the register that the handlers ask. */
import { useId } from 'react';
import { useLabels, wordFor } from '@/kernel/i18n';
import { prefer, usePreferences } from '@/kernel/preferences';
import { isSingle, SHORTCUTS } from '@/kernel/shortcuts';
import { Button, useModal } from '@/ui';
import { KeyCaps } from './KeyCaps';
import { actWords, labels, placeWords } from './labels';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const places = useLabels(placeWords);
  const acts = useLabels(actWords);
  const { shortcuts } = usePreferences();
  const heading = useId();
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className="g-dialog k-dialog" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{words.keys}</h2>
        <Button look="quiet" small icon="times" aria-label={words.close} onClick={onClose} />
      </header>
      {!shortcuts && (
        <p className="k-off">
          {words.off}{' '}
          <Button small onClick={() => prefer({ shortcuts: true })}>
            {words.turnOn}
          </Button>
        </p>
      )}
      <div className="k-places">
        {Object.entries(SHORTCUTS).map(([place, all]) => (
          <section key={place}>
            <h3>{wordFor(places, place)}</h3>
            <dl>
              {Object.entries<readonly string[]>(all).map(([name, keys]) => {
                const usable = keys.filter((key) => shortcuts || !isSingle(key));
                return (
                  <div key={name} data-off={usable.length === 0 || undefined}>
                    <dt>{wordFor(acts, name)}</dt>
                    <dd>
                      <KeyCaps keys={usable.length > 0 ? usable : keys} between={words.or} />
                      {usable.length === 0 && <span className="g-sr">{words.switchedOff}</span>}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
