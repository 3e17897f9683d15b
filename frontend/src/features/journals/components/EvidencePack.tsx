/** A journal's evidence pack, and what is in it. */
import { useEvidencePack } from '@/features/audit';
import { useLabels } from '@/kernel/i18n';
import { Button } from '@/ui';
import { progressLabels } from '../progressLabels';

export function EvidencePack({ correlationId }: { correlationId: string }) {
  const words = useLabels(progressLabels);
  const pack = useEvidencePack({ journal: correlationId });
  if (!pack) return null;
  return (
    <div className="g-actions">
      <p className="g-muted">{words.packText}</p>
      <Button small icon="download" disabled={pack.isBusy} onClick={() => void pack.take()}>
        {pack.name}
      </Button>
    </div>
  );
}
