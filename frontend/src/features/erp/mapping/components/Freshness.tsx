/** How old the ERP's lists are, what keeps them from being newer, and reading them anew. */
import { useMutation } from '@apollo/client/react';
import { RefreshErpMethodsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { AgeText, Button, useAct } from '@/ui';
import { useInLanguage } from '../../words';
import type { Ground } from '../ground';
import { labels } from '../labels';

export function Freshness({ lists }: { lists: Ground['erpMethods'] }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  if (lists.isFetching)
    return (
      <p className="g-muted" role="status">
        {words.refreshing} …
      </p>
    );
  if (lists.said) {
    return (
      <div className="g-notice g-tone-warn" role="status">
        <strong>{tell(lists.said)}</strong>{' '}
        {lists.fetched ? (
          <>
            {words.readFailed} <AgeText value={lists.fetched} />
          </>
        ) : (
          words.neverRead
        )}
      </div>
    );
  }
  return (
    <p className="g-muted">
      {lists.fetched ? (
        <>
          {words.readAt} <AgeText value={lists.fetched} />
        </>
      ) : (
        words.neverRead
      )}
    </p>
  );
}

export function RefreshButton({ busy }: { busy: boolean }) {
  const words = useLabels(labels);
  const [refresh] = useMutation(RefreshErpMethodsDocument);
  const act = useAct();
  if (!useMay('erp.exchange')) return null;
  return (
    <Button
      icon="refresh"
      disabled={busy}
      onClick={() =>
        void act(async () => (await refresh()).data?.refreshErpMethods, words.refreshAsked)
      }
    >
      {words.refresh}
    </Button>
  );
}
