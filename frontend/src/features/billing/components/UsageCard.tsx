/** What was used of what is included: a bar and a forecast for each unit, what counts as one, and the proof. */
import { useState } from 'react';
import { LookAtBillingDocument, type SubscriptionViewFragment } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Icon, MoneyText, useAct } from '@/ui';
import { labels } from '../labels';
import { EvidenceDialog } from './EvidenceDialog';

type Usage = SubscriptionViewFragment['usage'][number];

export function UsageCard({
  subscription,
  fixed,
}: {
  subscription: SubscriptionViewFragment;
  fixed: boolean;
}) {
  const words = useLabels(labels);
  const act = useAct();
  const may = useMay('billing.change');
  const [busy, setBusy] = useState(false);
  const [proof, setProof] = useState<Usage['meter'] | null>(null);
  const count = async () => {
    setBusy(true);
    await act(
      async () =>
        (await dataClient.mutate({ mutation: LookAtBillingDocument })).data?.lookAtBilling,
      words.counting,
    );
    setBusy(false);
  };
  if (subscription.usage.length === 0) return null;
  return (
    <section className="b-card" aria-label={words.usage}>
      <header className="b-head">
        <h2>{words.usage}</h2>
        <span className="g-actions">
          {subscription.metered && (
            <span className="g-muted">
              {words.counted} <AgeText value={subscription.metered} />
            </span>
          )}
          {may && !fixed && (
            <Button small look="quiet" icon="refresh" busy={busy} onClick={() => void count()}>
              {words.countNow}
            </Button>
          )}
        </span>
      </header>
      <ul className="b-meters">
        {subscription.usage.map((usage) => (
          <MeterRow key={usage.meter} usage={usage} onProof={() => setProof(usage.meter)} />
        ))}
      </ul>
      {proof && (
        <EvidenceDialog
          title={`${words.evidence}: ${words[proof]}`}
          filter={{ meters: [proof], periodStart: subscription.periodStart }}
          onClose={() => setProof(null)}
        />
      )}
    </section>
  );
}

function MeterRow({ usage, onProof }: { usage: Usage; onProof: () => void }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [used, included, expected, free] = [
    usage.used,
    usage.included,
    usage.forecast,
    usage.free,
  ].map((value) => formatCount(value, numberFormat));
  const share = usage.included > 0 ? usage.used / usage.included : 0;
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good';
  const percent = Math.min(share, 1) * 100;
  return (
    <li className="b-meter">
      <div className="b-meter-head">
        <strong>{words[usage.meter]}</strong>
        <span className={`g-count b-share g-tone-${tone}`}>
          {share >= 0.8 && <Icon name="exclamation-triangle" />}{' '}
          {words.of(used ?? '', included ?? '')}
        </span>
      </div>
      <meter
        className="g-sr"
        min={0}
        max={Math.max(usage.included, usage.used, 1)}
        value={usage.used}
        aria-label={words[usage.meter]}
      />
      <div className={`b-bar b-bar-${tone}`} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
        {usage.included > 0 && usage.forecast > usage.used && (
          <i style={{ left: `${Math.min(usage.forecast / usage.included, 1) * 100}%` }} />
        )}
      </div>
      <p className="g-muted">
        {usage.meter !== 'USERS' && <>{words.forecast(expected ?? '')}. </>}
        {words.beyond}: <MoneyText value={usage.unitPrice} />.
        {usage.free > 0 && <> {words.freeUnits(free ?? '')}.</>}
      </p>
      <p className="g-muted b-rule">{words[`${usage.meter}_rule`]}</p>
      <Button small look="quiet" icon="list" onClick={onProof}>
        {words.evidence}
        <span className="g-sr">: {words[usage.meter]}</span>
      </Button>
    </li>
  );
}
