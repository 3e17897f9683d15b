/** How far a run over the past is, with its end or a button that stops it. */
import { useMutation } from '@apollo/client/react';
import { CancelRuleRunDocument, type RuleRunCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { usePolling, type Polled } from '@/kernel/usePolling';
import { Button, Progress, useAct } from '@/ui';
import { runLabels } from '../runLabels';

const POLL_MS = 700;

/** Ask again while the run goes on. */
export function useRunPolling(query: Polled, run: RuleRunCardFragment | undefined): void {
  usePolling(query, run?.isOver === false ? POLL_MS : null);
}

export function RunProgress({ run }: { run: RuleRunCardFragment }) {
  const words = useLabels(runLabels);
  const { numberFormat, language } = useNotation();
  const act = useAct();
  const [cancel] = useMutation(CancelRuleRunDocument);
  const count = (value: number | null) => formatCount(value ?? 0, numberFormat);
  if (run.state === 'FAILED' || run.state === 'CANCELLED')
    return (
      <p role="status">
        {words[run.state]} {run.said?.[language]}
      </p>
    );
  if (run.isOver) return <p role="status">{words.read(count(run.read), count(run.fitting))}</p>;
  return (
    <div className="g-stack">
      <Progress name={words.title} value={run.total > 0 ? run.done / run.total : null} />
      <p className="g-muted">{words.running(count(run.done), count(run.total))}</p>
      <div className="g-actions">
        <Button
          small
          icon="times"
          onClick={() =>
            void act(
              async () => (await cancel({ variables: { id: run.id } })).data?.cancelRuleRun,
              words.cancelled,
            )
          }
        >
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}
