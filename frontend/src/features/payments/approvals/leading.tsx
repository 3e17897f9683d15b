/** Leads from a journal’s next step to the panel in which it is done, with what has to be read first. */
import type { ComponentProps } from 'react';
import { Button } from '@/ui';

/** The panels of a journal that is open, as the page knows them. */
export const PANELS = {
  approval: 'journal-approval',
  holds: 'journal-holds',
  sending: 'journal-sending',
} as const;

interface ToPanelProps {
  panel: keyof typeof PANELS;
  look?: ComponentProps<typeof Button>['look'];
  children: string;
}

export function ToPanel({ panel, look = 'primary', children }: ToPanelProps) {
  const show = () => {
    const shown = document.getElementById(PANELS[panel]);
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <Button small look={look} icon="arrow-down" onClick={show}>
      {children}
    </Button>
  );
}
