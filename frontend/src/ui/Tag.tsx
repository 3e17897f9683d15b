/** A short state in words, with a tone and an icon so that colour is never alone. */
import type { ReactNode } from 'react';
import { Icon } from './Icon';

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

export function Tag({
  tone = 'neutral',
  icon,
  children,
  title,
}: {
  tone?: Tone;
  icon?: string;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={`g-tag g-tone-${tone}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
