/** What a person does with the trail as a whole: verify it, and take it out as a file. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { VerifyAuditDocument } from '@/generated/graphql';
import { today } from '@/kernel/dates';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { notify } from '@/ui';
import { labels } from './labels';
import { exportPath, type AuditUrlFilter } from './paths';

const BROKEN = 'audit.broken';

/** The acts, and which of them is under way; `refresh` runs after each, for each is written down. */
export function useTrailActions(refresh: () => unknown) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const [run] = useMutation(VerifyAuditDocument);
  const [busy, setBusy] = useState<'verify' | 'export' | null>(null);

  const attempt = async (act: 'verify' | 'export', failed: string, work: () => Promise<void>) => {
    setBusy(act);
    try {
      await work();
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({ severity: 'error', title: failed, text: [detail, correlationId].filter(Boolean).join(' · ') });
    } finally {
      setBusy(null);
      void refresh();
    }
  };

  const verify = () => attempt('verify', words.verifyFailed, async () => {
    const outcome = (await run()).data?.verifyAudit;
    if (outcome?.__typename === 'Success') notify({ severity: 'success', title: words.verified, text: words.verifiedText });
    // A broken trail is told in the notice above the list, which stays.
    else if (outcome?.code !== BROKEN) notify({ severity: 'error', title: words.verifyFailed, text: outcome?.message ?? '' });
  });

  const save = (filter: AuditUrlFilter) => attempt('export', words.exportFailed, async () => {
    const response = await callApi(exportPath(filter, numberFormat === 'da-DK'));
    saveBlob(await response.blob(), `audit-${today()}.csv`);
  });

  return { busy, verify: () => void verify(), save: (filter: AuditUrlFilter) => void save(filter) };
}
