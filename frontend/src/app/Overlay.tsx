/** What lies over the console and is called from anywhere: the palette, and the list of keys. */
import { useCallback, useEffect, useState } from 'react';
import { isField, shortcutOf } from '@/kernel/shortcuts';
import { usePart } from './frame';
import { pastedReference } from './reference';

const fetchPalette = async () => (await import('./palette/Palette')).Palette;
const fetchKeys = async () => (await import('./keys/KeysDialog')).KeysDialog;

type Shown = { what: 'palette'; pasted: string } | { what: 'keys' } | null;

interface OverlayState {
  shown: Shown;
  show: (next: Shown) => void;
  search: () => void;
}

/** Opens them by key, and the palette by a reference pasted where nobody writes. */
export function useOverlay(): OverlayState {
  const [shown, show] = useState<Shown>(null);
  const search = useCallback(() => show({ what: 'palette', pasted: '' }), []);
  useEffect(() => {
    // A question that waits for an answer comes first.
    const isAsked = () => document.querySelector('dialog[open]') !== null;
    const onKey = (event: KeyboardEvent) => {
      const meant = shortcutOf(event, 'everywhere');
      if (meant === null || event.defaultPrevented || isAsked()) return;
      if (meant === 'keys' && isField(event.target)) return;
      event.preventDefault();
      if (meant === 'keys') show({ what: 'keys' });
      else search();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isField(event.target) || isAsked()) return;
      const pasted = pastedReference(event.clipboardData?.getData('text/plain') ?? '');
      if (pasted) show({ what: 'palette', pasted });
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPaste);
    };
  }, [search]);
  return { shown, show, search };
}

export function Overlay({
  shown,
  show,
  openSettings,
}: OverlayState & { openSettings: () => void }) {
  const palette = usePart(fetchPalette, shown?.what === 'palette');
  const keys = usePart(fetchKeys, shown?.what === 'keys');
  const close = () => show(null);
  if (palette.Part && shown?.what === 'palette')
    return (
      <palette.Part
        pasted={shown.pasted}
        onClose={close}
        openSettings={openSettings}
        openKeys={() => show({ what: 'keys' })}
      />
    );
  return keys.Part && <keys.Part onClose={close} />;
}
