/** The ways on from a screen that nothing has ever come to: the room's own first, then those open to everybody. */
import type { ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { sessionSettings } from '@/kernel/session';
import { LinkButton } from './Button';
import { labels } from './labels';

/** A bank sends files by itself once it is connected; demo data is refused where the books are real. */
export function WaysOn({ children }: { children?: ReactNode }) {
  const words = useLabels(labels);
  return (
    <>
      {children}
      <LinkButton icon="building-columns" to={paths.banks}>
        {words.seeBanks}
      </LinkButton>
      {sessionSettings()?.environment !== 'production' && (
        <LinkButton icon="sparkles" to={paths.demo}>
          {words.makeDemo}
        </LinkButton>
      )}
    </>
  );
}
