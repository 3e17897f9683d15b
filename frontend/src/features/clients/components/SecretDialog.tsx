/** A client’s secret, shown once, with all else that its program signs in by. */
import { useQuery } from '@apollo/client/react';
import { ApiTokenUrlDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { UNTOLD } from '@/kernel/policies';
import { CopyId, Dialog, NoValue } from '@/ui';
import { labels } from '../labels';
import type { Told } from '../told';

export function SecretDialog({ told, onClose }: { told: Told; onClose: () => void }) {
  const words = useLabels(labels);
  const { data } = useQuery(ApiTokenUrlDocument, { fetchPolicy: UNTOLD });
  const facts = [
    [words.clientId, told.clientId],
    [words.secret, told.secret],
    [words.tokenUrl, data?.apiTokenUrl],
  ] as const;
  return (
    <Dialog title={words.secretTitle(told.name)} confirm={words.kept} onConfirm={onClose}>
      <p>{words.secretOnce}</p>
      <dl className="cl-secret">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ? <CopyId value={value} name={name} /> : <NoValue />}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
