/** The public half of a connection's key, as the bank is given it. */
import { useLabels } from '@/kernel/i18n';
import { CopyId } from '@/ui';
import { labels } from '../labels';

export function PublicKey({ line }: { line: string }) {
  const words = useLabels(labels);
  return (
    <section className="g-stack bk-public-key">
      <h3>{words.publicKey}</h3>
      <CopyId value={line} name={words.publicKey} />
      <p className="g-muted">{words.publicKeyHelp}</p>
    </section>
  );
}
