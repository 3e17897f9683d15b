/** What holds a journal’s payments back: which rule, since when and why, and who lets them go. */
import type { OneApprovalQuery } from '@/generated/graphql';
import { RuleInWords } from '@/features/rules';
import { useLabels } from '@/kernel/i18n';
import { Icon, InstantText, useRefusals } from '@/ui';
import { labels } from '../labels';
import { PANELS } from '../leading';
import { LiftHolds } from './LiftHolds';

type Journal = NonNullable<OneApprovalQuery['journal']>;
type Hold = Journal['holds'][number];

export function RuleHolds({
  journal: { correlationId, holds, liftObstacle },
}: {
  journal: Journal;
}) {
  const words = useLabels(labels);
  const refusals = useRefusals();
  return (
    <section
      id={PANELS.holds}
      tabIndex={-1}
      className="ap-panel ap-held g-tone-warn"
      aria-label={words.heldByRule}
    >
      <h3>
        <Icon name="lock" /> {words.heldByRule}
      </h3>
      <ul>
        {byRule(holds).map(({ hold, count }) => (
          <li key={`${hold.rule} ${hold.version}`}>
            <HeldBy hold={hold} count={count} />
          </li>
        ))}
      </ul>
      <p className="g-muted" role="note">
        {liftObstacle ? refusals.reason(liftObstacle) : words.liftHelp}
      </p>
      {!liftObstacle && (
        <div className="g-actions">
          <LiftHolds correlationId={correlationId} />
        </div>
      )}
    </section>
  );
}

function HeldBy({ hold: { rule, version, since, said }, count }: { hold: Hold; count: number }) {
  const words = useLabels(labels);
  return (
    <>
      <strong>{words.holdsBack(rule, version, count)}</strong> {words.since}{' '}
      <InstantText value={since} />
      {said && (
        <span className="ap-why">
          <RuleInWords said={said} />
        </span>
      )}
    </>
  );
}

/** Of each version of a rule how many payments it holds, with the one it has held longest. */
function byRule(holds: readonly Hold[]): readonly { hold: Hold; count: number }[] {
  const found = new Map<string, { hold: Hold; count: number }>();
  for (const hold of holds) {
    const key = `${hold.rule} ${hold.version}`;
    const known = found.get(key);
    found.set(key, { hold: known?.hold ?? hold, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
