/** One set of demo data: how far it is, what to look at, and its removal. */
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { RemoveDemoDocument, type DemoQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AgeText, attempt, Button, Progress, Tag, VerbDialog, type Tone } from '@/ui';
import { labels } from '../labels';
import { walkLabels, walkOf } from '../walks';

export type Made = DemoQuery['demo']['sets'][number];

const TONES: Readonly<Record<Made['state'], Tone>> = { MAKING: 'info', MADE: 'good', REMOVING: 'warn', REMOVED: 'neutral' };

/** Whether something still happens to it by itself. */
export const isMoving = ({ state, imported, failed, payments, plan }: Made): boolean => state === 'MAKING' || state === 'REMOVING' || (state === 'MADE' && (imported + failed < plan.counts.files || payments === 'SENDING'));

export function SetCard({ made, may }: { made: Made; may: boolean }) {
  const words = useLabels(labels);
  const [asking, setAsking] = useState(false);
  const { plan, state, imported, failed, kept } = made;
  const name = `${words[plan.preset]} ${plan.seed}`;
  const files = plan.counts.files;
  const isOver = state === 'MADE' && imported + failed >= files;
  return (
    <li className="dm-set" aria-label={name}>
      <div className="dm-set-head">
        <h3>{name}</h3>
        <Tag tone={TONES[state]}>{words[state]}</Tag>
        <span className="g-muted"><AgeText value={made.created} /> {words.made(made.createdByName)}</span>
        {may && isOver && <Button small look="danger" icon="trash" aria-label={words.removeName(name)} onClick={() => setAsking(true)}>{words.remove}</Button>}
      </div>
      {state !== 'REMOVED' && (
        <>
          {!isOver && <Progress name={words.importing} value={state === 'REMOVING' ? null : imported / files} />}
          <p className="g-muted">{words.progress(imported, files)}{failed > 0 && <> · <strong>{words.failed(failed)}</strong></>}</p>
        </>
      )}
      {kept.length > 0 && state === 'MADE' && <div className="g-notice g-tone-warn"><span>{words.kept} {kept.join('; ')}</span></div>}
      {isOver && <Sent made={made} />}
      {isOver && <Walk made={made} />}
      {asking && <RemoveDialog id={made.id} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** What became of the payments that really leave. */
function Sent({ made: { payments, paymentsTold } }: { made: Made }) {
  const words = useLabels(labels);
  if (payments === 'NONE') return null;
  if (payments === 'FAILED') return <div className="g-notice g-tone-warn"><span>{words.FAILED(paymentsTold ?? '')}</span></div>;
  return <p className={payments === 'NO_BANK' ? 'g-muted' : ''}>{words[payments]}{payments === 'NO_BANK' && paymentsTold && <> {paymentsTold}.</>}</p>;
}

function Walk({ made }: { made: Made }) {
  const words = useLabels(labels);
  const steps = useLabels(walkLabels);
  return (
    <section aria-label={words.walk}>
      <h4>{words.walk}</h4>
      <ol className="dm-walk">
        {walkOf(made.plan.preset, made).map(({ words: key, to }) => <li key={key}><Link to={to}>{steps[key]}</Link></li>)}
      </ol>
    </section>
  );
}

function RemoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const act = () => attempt(async () => (await client.mutate({ mutation: RemoveDemoDocument, variables: { id } })).data?.removeDemo);
  return (
    <VerbDialog title={words.removeTitle} confirm={words.remove} danger done={words.removing} act={act} onClose={onClose}>
      <p>{words.removeText}</p>
    </VerbDialog>
  );
}
