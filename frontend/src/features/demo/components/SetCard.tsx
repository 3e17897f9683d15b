/** One set of demo data: how far it is, what to look at, and its removal. */
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { RemoveDemoDocument, type DemoQuery } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { AgeText, attempt, Button, LinkButton, Progress, Tag, VerbDialog, type Tone } from '@/ui';
import { labels } from '../labels';
import { endWalkOf, setWalk } from '../walking';
import { walkLabels, walkOf } from '../walks';

export type Made = DemoQuery['demo']['sets'][number];

const TONES: Readonly<Record<Made['state'], Tone>> = {
  MAKING: 'info',
  MADE: 'good',
  REMOVING: 'warn',
  REMOVED: 'neutral',
};

/** Whether something still happens to it by itself. */
export const isMoving = ({ state, imported, failed, payments, plan }: Made): boolean =>
  state === 'MAKING' ||
  state === 'REMOVING' ||
  (state === 'MADE' && (imported + failed < plan.counts.files || payments === 'SENDING'));

export function SetCard({ made, may }: { made: Made; may: boolean }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const [asking, setAsking] = useState(false);
  const { plan, state, imported, failed, keptSaid } = made;
  const name = `${words[plan.preset]} ${plan.seed}`;
  const files = plan.counts.files;
  const isOver = state === 'MADE' && imported + failed >= files;
  // All files are handed in, but it is not here before they are read.
  const shown = state === 'MADE' && !isOver ? 'MAKING' : state;
  return (
    <li className="dm-set" aria-label={name}>
      <div className="dm-set-head">
        <h3>{name}</h3>
        <Tag tone={TONES[shown]}>{words[shown]}</Tag>
        <span className="g-muted">
          <AgeText value={made.created} /> {words.made(actorName(made.createdByName))}
        </span>
        {may && isOver && (
          <Button
            small
            look="danger"
            icon="trash"
            aria-label={words.removeName(name)}
            onClick={() => setAsking(true)}
          >
            {words.remove}
          </Button>
        )}
      </div>
      {state !== 'REMOVED' && (
        <>
          {!isOver && (
            <Progress
              name={words.importing}
              value={state === 'REMOVING' ? null : imported / files}
            />
          )}
          <p className="g-muted">
            {words.progress(imported, files)}
            {failed > 0 && (
              <>
                {' '}
                · <strong>{words.failed(failed)}</strong>
              </>
            )}
          </p>
        </>
      )}
      {keptSaid.length > 0 && state === 'MADE' && (
        <div className="g-notice g-tone-warn">
          <span>
            {words.kept} {keptSaid.map((one) => one[language]).join('; ')}
          </span>
        </div>
      )}
      {isOver && <Sent made={made} />}
      {isOver && <Books made={made} />}
      {isOver && <Walk made={made} />}
      {asking && <RemoveDialog id={made.id} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** What became of the payments that really leave. */
function Sent({ made: { payments, paymentsSaid, bookedOn } }: { made: Made }) {
  const { language, dateFormat } = useNotation();
  const words = useLabels(labels);
  if (payments === 'NONE') return null;
  if (payments === 'FAILED')
    return (
      <div className="g-notice g-tone-warn">
        <span>{words.FAILED(paymentsSaid?.[language] ?? '')}</span>
      </div>
    );
  if (payments === 'NO_BANK')
    return (
      <p className="g-muted">
        {words.NO_BANK}
        {paymentsSaid && <> {paymentsSaid[language]}</>}
      </p>
    );
  return (
    <p>
      {words[payments]}
      {bookedOn && <> {words.bookedOn(formatDate(bookedOn, dateFormat))}</>}
    </p>
  );
}

/** Whether they come out of an accounting system, and where its books are seen. */
function Books({ made: { erp, erpSaid, erpPage } }: { made: Made }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  if (erp === 'NONE') return null;
  if (erp === 'FAILED')
    return (
      <div className="g-notice g-tone-warn">
        <span>{words.erpFailed(erpSaid?.[language] ?? '')}</span>
      </div>
    );
  const told = {
    NO_ERP: words.erpNone,
    TAKEN: words.erpTaken,
    CONNECTING: words.erpConnecting,
    CONNECTED: words.erpConnected,
  }[erp];
  return (
    <p className={erp === 'NO_ERP' || erp === 'TAKEN' ? 'g-muted' : ''}>
      {told}
      {erpPage && (
        <>
          {' '}
          <a href={erpPage} target="_blank" rel="noreferrer">
            {words.erpBooks}
          </a>
        </>
      )}
    </p>
  );
}

function Walk({ made }: { made: Made }) {
  const words = useLabels(labels);
  const steps = useLabels(walkLabels);
  const all = walkOf(made.plan.preset, made);
  const goTo = (at: number) => () => setWalk({ set: made.id, steps: all, at });
  return (
    <section className="dm-walk" aria-label={words.walk}>
      <h4>{words.walk}</h4>
      <ol>
        {all.map(({ words: key, to }, at) => (
          <li key={key}>
            <Link to={to} onClick={goTo(at)}>
              {steps[key]}
            </Link>
          </li>
        ))}
      </ol>
      {made.payments === 'SENDING' && !(made.waitingJournal && made.paidJournal) && (
        <p className="g-muted">{words.walkMore}</p>
      )}
      {all[0] && (
        <div className="g-actions">
          <LinkButton small look="primary" icon="play" to={all[0].to} onClick={goTo(0)}>
            {words.walkBegin}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

function RemoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const act = () =>
    attempt(async () => {
      const { data } = await client.mutate({ mutation: RemoveDemoDocument, variables: { id } });
      if (data?.removeDemo.__typename === 'Success') endWalkOf(id);
      return data?.removeDemo;
    });
  return (
    <VerbDialog
      title={words.removeTitle}
      confirm={words.remove}
      danger
      done={words.removing}
      act={act}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </VerbDialog>
  );
}
