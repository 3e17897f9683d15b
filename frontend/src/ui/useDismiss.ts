/** Close something when the person presses Escape or points outside it. */
import { useEffect, useRef, type RefObject } from 'react';

export function useDismiss(element: RefObject<HTMLElement | null>, onDismiss: () => void, active = true): void {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Element;
      // Calendars of the component library open at the end of the body; they belong to their field.
      if (element.current?.contains(target) || target.closest('.p-component-overlay, .p-datepicker')) return;
      dismiss.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dismiss.current();
    };
    const host = element.current;
    document.addEventListener('pointerdown', onPointer);
    host?.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      host?.removeEventListener('keydown', onKey);
    };
  }, [element, active]);
}
