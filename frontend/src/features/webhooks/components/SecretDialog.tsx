/** A secret, shown this once: it closes only by saying that it is stored. */
import { useLabels } from '@/kernel/i18n';
import { CopyId, Dialog } from '@/ui';
import { labels } from '../labels';

export interface Made {
  /** What the endpoint is called. */
  name: string;
  secret: string;
}

export function SecretDialog({ made, onClose }: { made: Made; onClose: () => void }) {
  const words = useLabels(labels);
  return (
    <Dialog title={words.secretOf(made.name)} confirm={words.secretStored} onConfirm={onClose}>
      <p>{words.secretHelp}</p>
      <p className="wh-secret">
        <CopyId value={made.secret} name={words.secret} />
      </p>
    </Dialog>
  );
}
