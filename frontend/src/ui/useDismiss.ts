/** Close something when the person presses Escape or points outside it. */
import { useEffect, useRef, type RefObject } from 'react';

/** `trigger` names the button that opens and closes it by itself, and so counts as inside. */
export function useDismiss(
  element: RefObject<HTMLElement | null>,
  onDismiss: (how: 'key' | 'pointer') => void,
  active = true,
  trigger = '',
): void {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Element;
      if (element.current?.contains(target)) return;
      if (trigger && target.closest(trigger)) return;
      dismiss.current('pointer');
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dismiss.current('key');
    };
    // A button that is disabled by its own click leaves the focus nowhere.
    const onStrayKey = (event: KeyboardEvent) => {
      if (event.target === document.body) onKey(event);
    };
    const host = element.current;
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onStrayKey);
    host?.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onStrayKey);
      host?.removeEventListener('keydown', onKey);
    };
  }, [element, active, trigger]);
}
