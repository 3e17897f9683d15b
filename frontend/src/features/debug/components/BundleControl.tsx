/** A file for support: how the product stands, without secrets, names, accounts or amounts. */
import { useState } from 'react';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { Button, FormDialog, TextField, tellDone, useForm } from '@/ui';
import { labels } from '../labels';

export function BundleControl() {
  const words = useLabels(labels);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button small icon="download" onClick={() => setAsking(true)}>
        {words.bundle}
      </Button>
      {asking && <BundleDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function BundleDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === '' ? [{ path: 'reason', message: words.bundleReasonDue }] : [],
    send: async ({ reason }) => {
      const answer = await callApi('/api/support-bundle', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reason }),
      });
      saveBlob(await answer.blob(), 'giroscope-support.zip');
      return [];
    },
    onDone: () => {
      onClose();
      tellDone(words.bundleDone);
    },
  });
  return (
    <FormDialog title={words.bundle} confirm={words.take} form={form} onClose={onClose}>
      <p>{words.bundleHelp}</p>
      <TextField form={form} name="reason" label={words.bundleReason} maxLength={500} />
    </FormDialog>
  );
}
