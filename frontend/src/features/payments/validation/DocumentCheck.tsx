/** What the check of an imported payment document found: its lights, and the findings by cause. */
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { DocumentCheckDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon, QueryStates, Skeleton } from '@/ui';
import { GroupList } from './components/GroupList';
import { Lights } from './components/Lights';
import { labels } from './labels';
import './validation.css';

const VERDICTS = {
  VALID: ['valid', 'check-circle'],
  WARNINGS: ['warnings', 'exclamation-triangle'],
  INVALID: ['invalid', 'times-circle'],
} as const;

/** Without a check, as of a document imported before there were any, what is given instead is shown; what is given beside comes after it. */
export function DocumentCheck({
  documentId,
  otherwise,
  beside = null,
}: {
  documentId: string;
  otherwise: ReactNode;
  beside?: ReactNode;
}) {
  const words = useLabels(labels);
  const answer = useQuery(DocumentCheckDocument, { variables: { documentId } });
  const found = answer.data?.paymentValidation;
  if (!found)
    return answer.data ? (
      otherwise
    ) : (
      <QueryStates query={answer} skeleton={<Skeleton lines={4} />}>
        {() => null}
      </QueryStates>
    );
  const [standing, icon] = VERDICTS[found.standing];
  return (
    <div className="g-stack v-document">
      <p className={`v-standing v-verdict-${standing}`}>
        <Icon name={icon} /> <strong>{words[`standing_${standing}`]}</strong>
      </p>
      <Lights layers={found.layers} />
      {found.groups.length === 0 ? (
        <p className="g-muted">{words.noFindings}</p>
      ) : (
        <GroupList groups={found.groups} findings={found.findings} />
      )}
      {beside}
    </div>
  );
}
