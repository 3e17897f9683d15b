/** The step of the guided walk one is at, on whatever screen it led to, with the ways on, back and out. */
import { Link } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useStore } from '@/kernel/store';
import { Button, Icon, LinkButton } from '@/ui';
import '../demo.css';
import { labels } from '../labels';
import { setWalk, walk } from '../walking';
import { walkLabels } from '../walks';

export function WalkBar() {
  const words = useLabels(labels);
  const steps = useLabels(walkLabels);
  const now = useStore(walk);
  const step = now?.steps[now.at];
  if (!now || !step) return null;
  const [before, after] = [now.steps[now.at - 1], now.steps[now.at + 1]];
  return (
    <section className="g-notice g-tone-info dm-bar" aria-label={words.walking}>
      <Icon name="sparkles" />
      <div className="dm-bar-text" role="status">
        <strong>{words.stepOf(now.at + 1, now.steps.length)}</strong> {steps[step.words]}{' '}
        <Link to={step.to}>{words.showAgain}</Link>
      </div>
      <div className="g-actions">
        {before && (
          <LinkButton
            small
            icon="chevron-left"
            to={before.to}
            onClick={() => setWalk({ ...now, at: now.at - 1 })}
          >
            {words.stepBack}
          </LinkButton>
        )}
        {after ? (
          <LinkButton
            small
            look="primary"
            icon="chevron-right"
            to={after.to}
            onClick={() => setWalk({ ...now, at: now.at + 1 })}
          >
            {words.stepOn}
          </LinkButton>
        ) : (
          <LinkButton
            small
            look="primary"
            icon="check"
            to={paths.demo}
            onClick={() => setWalk(null)}
          >
            {words.walkDone}
          </LinkButton>
        )}
        <Button
          small
          look="quiet"
          icon="times"
          aria-label={words.walkEnd}
          onClick={() => setWalk(null)}
        />
      </div>
    </section>
  );
}
