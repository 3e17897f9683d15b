/** Leads from a journal’s next step to the panel in which it is done, with what has to be read first. */
import { Button } from '@/ui';

/** The panels of a journal that is open, as the page knows them. */
export const PANELS = { approval: 'journal-approval', holds: 'journal-holds' } as const;

export function ToPanel({ panel, children }: { panel: keyof typeof PANELS; children: string }) {
  const show = () => {
    const shown = document.getElementById(PANELS[panel]);
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView?.({ block: 'start' });
  };
  return <Button small look="primary" icon="arrow-down" onClick={show}>{children}</Button>;
}
