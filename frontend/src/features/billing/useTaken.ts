/** Takes a list or the paper of one invoice out as a file, and tells when it cannot be had. */
import { useCallback, useState } from 'react';
import { addressOf } from '@/kernel/endpoints';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, takeFile } from '@/ui';
import { invoiceLabels } from './invoiceLabels';

export const PAPERS = 'invoicePapers';

export function useTaken(): {
  busy: boolean;
  take: (list: string, asked: object) => Promise<void>;
  takePaper: (id: string) => Promise<void>;
} {
  const words = useLabels(invoiceLabels);
  const [busy, setBusy] = useState(false);
  const telling = useCallback(
    async (fetched: Promise<void>) => {
      setBusy(true);
      try {
        await fetched;
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
  const take = useCallback(
    (list: string, asked: object) => telling(takeFile(`/api/export/${list}`, asked)),
    [telling],
  );
  const takePaper = useCallback((id: string) => telling(savePaper(id)), [telling]);
  return { busy, take, takePaper };
}

async function savePaper(id: string): Promise<void> {
  const paper = await callApi(addressOf('billingURL', 'invoices', id, 'pdf'));
  const named = /filename="([^"]+)"/.exec(paper.headers.get('content-disposition') ?? '');
  saveBlob(await paper.blob(), named?.[1] ?? `${id}.pdf`);
}
