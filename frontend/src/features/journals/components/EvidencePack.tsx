/** Takes a journal's evidence pack, for those who may read the audit trail. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button, notify, takeFile } from '@/ui';
import { progressLabels } from '../progressLabels';

export function EvidencePack({ correlationId }: { correlationId: string }) {
  const words = useLabels(progressLabels);
  const { language } = useNotation();
  const [isBusy, setBusy] = useState(false);
  const may = useMay('audit.read');
  if (!may) return null;
  const take = async () => {
    setBusy(true);
    try {
      await takeFile('/api/export/evidence', { journal: correlationId, locale: language });
    } catch (error) {
      const { detail } = problemOf(error);
      notify({ severity: 'error', title: words.packNotMade, text: detail ?? words.packNotMade });
    }
    setBusy(false);
  };
  return (
    <div className="g-actions">
      <p className="g-muted">{words.packText}</p>
      <Button small icon="download" disabled={isBusy} onClick={() => void take()}>
        {words.pack}
      </Button>
    </div>
  );
}
