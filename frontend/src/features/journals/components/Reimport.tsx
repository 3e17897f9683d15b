/** Runs the import again from the stored documents, after asking. */
import { useState } from 'react';
import { addressOf } from '@/kernel/endpoints';
import { postJson } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { problemOf } from '@/kernel/problems';
import { Button, Dialog, notify } from '@/ui';
import { labels } from '../labels';

export function Reimport({
  correlationId,
  onDone,
}: {
  correlationId: string;
  onDone: () => unknown;
}) {
  const words = useLabels(labels);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const mayReimport = useMay('journals.reimport');
  if (!mayReimport) return null;
  const run = async () => {
    setBusy(true);
    try {
      await postJson(addressOf('reimportURL'), { correlationId });
      notify({ severity: 'success', title: words.success, text: words.reimportStarted });
      void onDone();
    } catch (error) {
      const { detail, correlationId: trace } = problemOf(error);
      notify({
        severity: 'error',
        title: words.failed,
        text: [detail, trace].filter(Boolean).join(' · ') || words.failed,
      });
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button small icon="replay" onClick={() => setAsking(true)}>
        {words.reimport}
      </Button>
      {asking && (
        <Dialog
          title={words.reimportTitle}
          confirm={words.reimport}
          busy={busy}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          <p>{words.reimportHelp}</p>
        </Dialog>
      )}
    </>
  );
}
