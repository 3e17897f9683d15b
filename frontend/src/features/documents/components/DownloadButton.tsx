/** Fetches the original bytes with the person's token and saves them under the original name. */
import { useState } from 'react';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { Button, notify } from '@/ui';
import { labels } from '../labels';

export function DownloadButton({ document }: { document: { id: string; name: string } }) {
  const words = useLabels(labels);
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const response = await callApi(`/api/documents/${encodeURIComponent(document.id)}`);
      saveBlob(await response.blob(), document.name);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({
        severity: 'error',
        title: words.downloadFailed,
        text: [detail ?? document.name, correlationId].filter(Boolean).join(' · '),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button small icon="download" busy={busy} onClick={() => void download()}>
      {words.download}
    </Button>
  );
}
