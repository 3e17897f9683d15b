/** Which accounting systems may open or frame the check of payment files, and are told its verdict. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ForbidErpWindowDocument, type ErpConfigurationPageQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { Button, CopyId, DateText, Dialog, useAct } from '@/ui';
import { labels } from '../labels';
import { OriginDialog } from './OriginDialog';

export function WindowCard({
  origins,
}: {
  origins: ErpConfigurationPageQuery['erpWindowOrigins'];
}) {
  const words = useLabels(labels);
  const mayChange = useMay('erp.window');
  const act = useAct();
  const [forbid] = useMutation(ForbidErpWindowDocument);
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = async (origin: string) => {
    setLeaving(null);
    await act(
      async () => (await forbid({ variables: { origin } })).data?.forbidErpWindow,
      words.originGone(origin),
    );
  };
  return (
    <section className="g-card ec-window" aria-label={words.window}>
      <header className="ec-row">
        <h2>{words.window}</h2>
        <span className="ec-grow" />
        {mayChange && (
          <Button small icon="plus" onClick={() => setAdding(true)}>
            {words.addOrigin}
          </Button>
        )}
      </header>
      <p>
        {words.windowHelp}{' '}
        <CopyId value={`${location.origin}${paths.validation}`} name={words.windowAddress} />
      </p>
      {origins.length === 0 ? (
        <p className="g-muted">{words.noOrigins}</p>
      ) : (
        <ul className="ec-origins" aria-label={words.origins}>
          {origins.map(({ origin, added, addedBy }) => (
            <li key={origin}>
              <code>{origin}</code>
              <span className="g-muted">
                <DateText value={added.slice(0, 10)} /> {words.secretBy(addedBy)}
              </span>
              {mayChange && (
                <Button
                  small
                  look="quiet"
                  icon="trash"
                  aria-label={words.removeOrigin(origin)}
                  title={words.removeOrigin(origin)}
                  onClick={() => setLeaving(origin)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && <OriginDialog onClose={() => setAdding(false)} />}
      {leaving !== null && (
        <Dialog
          title={words.removeOriginTitle}
          confirm={words.remove}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{words.removeOriginHelp(leaving)}</p>
        </Dialog>
      )}
    </section>
  );
}
