/** What a person must know wherever they are: a server is away, is back, or has a new console. */
import { lazy, Suspense, useEffect } from 'react';
import { dataClient } from '@/kernel/clients';
import { connection, probeConnection } from '@/kernel/connection';
import { useLabels } from '@/kernel/i18n';
import { providerSilent } from '@/kernel/provider';
import { newRelease } from '@/kernel/release';
import { useStore } from '@/kernel/store';
import { typedBefore } from '@/kernel/typed';
import { useHasUnsaved } from '@/kernel/unsaved';
import { Button, Icon } from '@/ui';
import { labels } from './labels';

const TypedBefore = lazy(async () => ({ default: (await import('./TypedBefore')).TypedBefore }));

export function Notices() {
  const words = useLabels(labels);
  const state = useStore(connection);
  // Where nothing at all can be reached, one notice is enough.
  const silent = useStore(providerSilent) && state !== 'lost';
  const released = useStore(newRelease);
  const unsaved = useHasUnsaved();
  const kept = useStore(typedBefore).length > 0;
  // Nobody is asked to reload while something typed would be lost.
  const offerReload = released && !unsaved && state !== 'lost';
  useEffect(() => {
    if (state === 'back')
      void dataClient.refetchQueries({ include: 'active' }).catch(() => undefined);
  }, [state]);
  return (
    <div className="s-notices" role="status">
      {state === 'lost' && (
        <p className="g-notice g-tone-warn">
          <Icon name="wifi-off" />
          <span>
            <strong>{words.connectionLost}</strong> {words.connectionLostHelp}
          </span>
          <Button small icon="refresh" onClick={() => void probeConnection()}>
            {words.tryNow}
          </Button>
        </p>
      )}
      {silent && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" />
          <span>
            <strong>{words.silent}</strong> {words.silentHelp}
          </span>
        </p>
      )}
      {kept && (
        <Suspense>
          <TypedBefore />
        </Suspense>
      )}
      {state === 'back' && (
        <p className="g-notice g-tone-good">
          <Icon name="wifi" />
          <span>{words.connectionBack}</span>
        </p>
      )}
      {offerReload && (
        <p className="g-notice g-tone-info">
          <Icon name="sparkles" />
          <span>{words.newRelease}</span>
          <Button small look="primary" icon="refresh" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        </p>
      )}
    </div>
  );
}
