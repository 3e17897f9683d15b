/** The units behind a figure, each with the audit event that proves it. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { auditEventPath, verbLabels } from '@/features/audit';
import { UsageEvidenceDocument, type UsageUnitFilter } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Dialog, InstantText, QueryStates, Skeleton, Tag } from '@/ui';
import { labels } from '../labels';
import { useTaken } from '../useTaken';

const SHOWN = 100;

export function EvidenceDialog({
  title,
  filter,
  onClose,
}: {
  title: string;
  filter: UsageUnitFilter;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  const { numberFormat } = useNotation();
  const mayReadTrail = useMay('audit.read');
  const { busy, take } = useTaken();
  const query = useQuery(UsageEvidenceDocument, {
    variables: { first: SHOWN, filter },
    fetchPolicy: UNTOLD,
  });
  return (
    <Dialog
      title={title}
      confirm={words.evidenceFile}
      busy={busy}
      onConfirm={() => void take('usageUnits', { format: 'csv', filter })}
      onClose={onClose}
    >
      <QueryStates query={query} skeleton={<Skeleton lines={5} />}>
        {({ usageUnits }) =>
          usageUnits.edges.length === 0 ? (
            <p className="g-muted">{words.evidenceNone}</p>
          ) : (
            <>
              {usageUnits.totalCount > usageUnits.edges.length && (
                <p className="g-muted">
                  {words.evidenceFirst(
                    formatCount(usageUnits.edges.length, numberFormat),
                    formatCount(usageUnits.totalCount, numberFormat),
                  )}
                </p>
              )}
              <div
                className="g-table-frame b-evidence"
                tabIndex={0}
                role="region"
                aria-label={title}
              >
                <table className="g-table">
                  <caption className="g-sr">{title}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{words.time}</th>
                      <th scope="col">{words.what}</th>
                      <th scope="col">{words.who}</th>
                      <th scope="col" className="g-cell-number">
                        {words.event}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {usageUnits.edges.map(({ node }) => (
                      <tr key={node.id}>
                        <td>
                          <InstantText value={node.at} />
                        </td>
                        <td>
                          {node.label} {node.free && <Tag>{words[node.free]}</Tag>}
                          {node.verb && <span className="g-sub">{wordFor(verbs, node.verb)}</span>}
                        </td>
                        <td>{node.byName}</td>
                        <td className="g-cell-number g-count">
                          {mayReadTrail ? (
                            <Link to={auditEventPath(node.event)}>{node.event}</Link>
                          ) : (
                            node.event
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </QueryStates>
    </Dialog>
  );
}
