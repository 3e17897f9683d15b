/** Demo data: choose a story, see what it comes to, make it, walk through it, remove it. */
import { useQuery } from '@apollo/client/react';
import { DemoDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { usePolling } from '@/kernel/usePolling';
import { EmptyState, Page, QueryStates, Skeleton } from '@/ui';
import { isMoving, SetCard } from './components/SetCard';
import { WishForm } from './components/WishForm';
import './demo.css';
import { labels } from './labels';

const LOOK_AGAIN = 1000;

export function DemoScreen() {
  const words = useLabels(labels);
  const may = useMay('demo.generate');
  const query = useQuery(DemoDocument, { fetchPolicy: UNTOLD });
  usePolling(query, query.data?.demo.sets.some(isMoving) ? LOOK_AGAIN : null);
  return (
    <Page title={words.title} lead={words.lead}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ demo }) => (
          <div className="g-stack">
            {demo.sets.length > 0 && (
              <section aria-label={words.sets}>
                <h2 className="dm-heading">{words.sets}</h2>
                <ul className="dm-sets">
                  {demo.sets.map((made) => (
                    <SetCard key={made.id} made={made} may={may} />
                  ))}
                </ul>
              </section>
            )}
            {demo.isPossible &&
              (may ? (
                <WishForm
                  busy={demo.sets.some(({ state }) => state === 'MAKING' || state === 'REMOVING')}
                />
              ) : (
                <p className="g-notice g-tone-info">{words.readOnly}</p>
              ))}
            {!demo.isPossible && (
              <EmptyState picture="lock" title={words.productionTitle}>
                {words.productionText}
              </EmptyState>
            )}
          </div>
        )}
      </QueryStates>
    </Page>
  );
}
