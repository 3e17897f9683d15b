/** The keys of the palette, under it, as the register knows them. */
import { useLabels } from '@/kernel/i18n';
import { SHORTCUTS } from '@/kernel/shortcuts';
import { KeyCaps } from '../keys/KeyCaps';
import { labels } from './labels';

export function Hints() {
  const words = useLabels(labels);
  const { nextHit, previousHit, take, leave } = SHORTCUTS.palette;
  return (
    <div className="pa-hints" aria-hidden="true">
      <span>
        <KeyCaps keys={[...previousHit, ...nextHit]} /> {words.hintMove}
      </span>
      <span>
        <KeyCaps keys={take} /> {words.hintChoose}
      </span>
      <span>
        <KeyCaps keys={leave} /> {words.hintLeave}
      </span>
    </div>
  );
}
