/** An event that an address names and the rows at hand do not hold: asked for by its number. */
import { useQuery } from '@apollo/client/react';
import { OneAuditEventDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { Drawer, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import { AuditDrawer } from './AuditDrawer';

export function EventElsewhere({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useLabels(labels);
  const query = useQuery(OneAuditEventDocument, { variables: { id }, fetchPolicy: AS_READ });
  const event = query.data?.auditEvent;
  if (event) return <AuditDrawer event={event} onClose={onClose} />;
  return (
    <Drawer title={words.title} onClose={onClose}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {() => <p className="g-muted">{words.noSuchEvent}</p>}
      </QueryStates>
    </Drawer>
  );
}
