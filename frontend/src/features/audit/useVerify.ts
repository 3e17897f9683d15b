/** Verifying the trail as a whole. A fault that is found stays in the notice above the list. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { VerifyAuditDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, currentRefusals } from '@/ui';
import { labels } from './labels';

const BROKEN = 'audit.broken';

/** The act, and whether it is under way; `refresh` runs after it, for it is written down too. */
export function useVerify(refresh: () => unknown): { busy: boolean; verify: () => void } {
  const words = useLabels(labels);
  const [run] = useMutation(VerifyAuditDocument);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    try {
      const outcome = (await run()).data?.verifyAudit;
      if (outcome?.__typename === 'Success')
        notify({ severity: 'success', title: words.verified, text: words.verifiedText });
      else if (outcome?.code !== BROKEN)
        notify({
          severity: 'error',
          title: words.verifyFailed,
          text: outcome ? currentRefusals().reason(outcome) : '',
        });
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({
        severity: 'error',
        title: words.verifyFailed,
        text: [detail, correlationId].filter(Boolean).join(' · '),
      });
    }
    setBusy(false);
    void refresh();
  };
  return { busy, verify: () => void verify() };
}
