/** The browser's own modal dialog: it keeps the focus, closes on Escape, and gives the focus back. */
import { useLayoutEffect, useRef, type KeyboardEvent, type SyntheticEvent } from 'react';
import { createStore } from '@/kernel/store';

/** The dialogs that are open, the last of them in front: nothing outside it can be read or reached. */
export const modals = createStore<readonly HTMLDialogElement[]>([]);

export function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: a dialog that is gone gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    modals.update((open) => [...open, dialog]);
    return () => {
      dialog.close();
      modals.update((open) => open.filter((one) => one !== dialog));
    };
  }, []);
  return {
    ref,
    onKeyDown: (event: KeyboardEvent) => {
      // What lies behind a question does not hear its keys, such as Escape or the drawer's brackets.
      event.stopPropagation();
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // At a second Escape in a row the browser would close the dialog without asking.
      event.preventDefault();
      onClose?.();
    },
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      onClose?.();
    },
  };
}
