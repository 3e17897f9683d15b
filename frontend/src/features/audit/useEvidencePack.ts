/** Takes what is known of a record as one file that verifies offline, for those who may read the trail. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { notify, takeFile } from '@/ui';
import { labels } from './labels';

/** What a pack is about, as its address names it. */
export type PackSubject =
  { journal: string } | { payment: string } | { account: string; month: string };

interface EvidencePack {
  /** The name of the button. */
  name: string;
  isBusy: boolean;
  take: () => Promise<void>;
}

/** Null for whoever may not have it. */
export function useEvidencePack(subject: PackSubject): EvidencePack | null {
  const words = useLabels(labels);
  const { language } = useNotation();
  const [isBusy, setBusy] = useState(false);
  if (!useMay('audit.read')) return null;
  const take = async () => {
    setBusy(true);
    try {
      await takeFile('/api/export/evidence', { ...subject, locale: language });
    } catch (error) {
      const { detail } = problemOf(error);
      notify({ severity: 'error', title: words.packNotMade, text: detail ?? words.packNotMade });
    }
    setBusy(false);
  };
  return { name: words.pack, isBusy, take };
}
