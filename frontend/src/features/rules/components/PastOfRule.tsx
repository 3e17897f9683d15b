/** What applying a rule to the past would do, and doing it; a run can be watched and stopped. */
import { useMutation, useQuery } from '@apollo/client/react';
import {
  ApplyRuleDocument,
  PreviewRuleDocument,
  LatestRunDocument,
  type RuleCardFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, useAct } from '@/ui';
import { labels } from '../labels';
import { RunProgress, useRunPolling } from './RunProgress';

export function PastOfRule({ rule }: { rule: RuleCardFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const act = useAct();
  const query = useQuery(LatestRunDocument, {
    variables: { ruleId: rule.id, kind: null },
    fetchPolicy: UNTOLD,
  });
  const run = query.data?.ruleRuns.edges[0]?.node;
  useRunPolling(query, run);
  const [preview] = useMutation(PreviewRuleDocument);
  const [apply] = useMutation(ApplyRuleDocument);
  const fresh = run?.new ?? 0;
  const isSeen = run?.kind === 'PREVIEW' && run.state === 'SUCCEEDED';
  return (
    <section className="g-stack">
      <h3>{words.past}</h3>
      <p className="g-muted">{words.pastHelp}</p>
      {run && <RunProgress run={run} />}
      {isSeen && fresh === 0 && <p>{words.nothingNew}</p>}
      {run?.kind === 'APPLY' && run.state === 'SUCCEEDED' && (
        <p role="status">{words.applied(fresh, formatCount(fresh, numberFormat))}</p>
      )}
      <div className="g-actions">
        {run?.isOver !== false && (
          <Button
            small
            icon="eye"
            onClick={() =>
              void act(
                async () =>
                  (await preview({ variables: { id: rule.id, days: null } })).data?.previewRule,
                words.begun,
              )
            }
          >
            {words.preview}
          </Button>
        )}
        {isSeen && fresh > 0 && (
          <Button
            small
            look="primary"
            icon="check"
            onClick={() =>
              void act(
                async () => (await apply({ variables: { preview: run.id } })).data?.applyRule,
                words.begun,
              )
            }
          >
            {words.apply(fresh, formatCount(fresh, numberFormat))}
          </Button>
        )}
      </div>
    </section>
  );
}
