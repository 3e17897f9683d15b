/** A temporary password, shown once, ready to be copied. */
import { useLabels } from '@/kernel/i18n';
import { CopyId } from '@/ui';
import { labels } from '../labels';

export function OncePassword({ name, password }: { name: string; password: string }) {
  const words = useLabels(labels);
  return (
    <div className="us-once">
      <span>{name}</span>
      <CopyId value={password} name={`${words.temporaryPassword}, ${name}`} />
      <p className="g-muted">{words.passwordOnce}</p>
    </div>
  );
}
