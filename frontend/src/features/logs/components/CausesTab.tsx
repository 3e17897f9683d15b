/** What went wrong, put together by its cause; each leads to its exchanges. */
import { useQuery } from '@apollo/client/react';
import { LogCausesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { DataList, EmptyState, QueryStates, Skeleton } from '@/ui';
import { causeColumns, type Cause } from '../columns';
import { labels } from '../labels';

const LOOK_AGAIN_MS = 15_000;
const rowKey = ({ logType, cause }: Cause) => `${logType} ${cause}`;

export function CausesTab() {
  const words = useLabels(labels);
  const { numberFormat, language } = useNotation();
  const query = useQuery(LogCausesDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  const columns = causeColumns(words, numberFormat, language);
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ logCauses: { causes, isWhole } }) =>
        causes.length === 0 ? (
          <EmptyState picture="done" title={words.noCausesTitle}>
            <p>{words.noCausesText}</p>
          </EmptyState>
        ) : (
          <div className="g-stack">
            <p>
              {words.causesLead} {!isWhole && words.notWhole}
            </p>
            <DataList caption={words.errors} columns={columns} rows={causes} rowKey={rowKey} />
          </div>
        )
      }
    </QueryStates>
  );
}
