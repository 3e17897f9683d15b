/** Takes a list or a paper out as a file, and tells when it cannot be had. */
import { useCallback, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, takeFile } from '@/ui';
import { invoiceLabels } from './invoiceLabels';

export const PAPERS = 'invoicePapers';

export function useTaken(): {
  busy: boolean;
  take: (list: string, asked: object) => Promise<void>;
} {
  const words = useLabels(invoiceLabels);
  const [busy, setBusy] = useState(false);
  const take = useCallback(
    async (list: string, asked: object) => {
      setBusy(true);
      try {
        await takeFile(`/api/export/${list}`, asked);
      } catch (error) {
        const { detail, correlationId } = problemOf(error);
        notify({
          severity: 'error',
          title: words.notTaken,
          text: [detail, correlationId].filter(Boolean).join(' · ') || words.notTaken,
        });
      }
      setBusy(false);
    },
    [words],
  );
  return { busy, take };
}
