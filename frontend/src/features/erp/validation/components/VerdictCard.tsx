/** What the checks say together, how many ended how, what is new, and how far a run is. */
import { useLabels } from '@/kernel/i18n';
import { Icon, Progress, Tag } from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';
import { OUTCOMES, VERDICTS, countLabels } from '../outcomes';
import type { Validation } from '../ErpValidationScreen';

const ORDER = ['FAILED', 'WARNING', 'PASSED'] as const;

export function VerdictCard({
  validation: { verdict, validity, connector, number, checks, newSinceYesterday, work },
}: {
  validation: Validation;
}) {
  const words = useLabels(labels);
  const counts = useLabels(countLabels);
  const tell = useInLanguage();
  const [tone, icon] = verdict ? VERDICTS[verdict] : (['neutral', 'clock'] as const);
  const ended = checks.flatMap(({ result }) => result?.outcome ?? []);
  const counted = ORDER.map(
    (outcome) => [outcome, ended.filter((one) => one === outcome).length] as const,
  ).filter(([, count]) => count > 0);
  const open = counted.reduce((rest, [, count]) => rest - count, ended.length);
  const told =
    verdict === 'VALID' && open > 0
      ? words.validButOpen(open)
      : verdict
        ? words[verdict]
        : words.neverTitle;
  const atWork = checks.find(({ name }) => name === work?.check);
  return (
    <section className={`g-card ev-verdict g-tone-${tone}`} aria-labelledby="ev-verdict">
      <div className="ev-line">
        <Icon name={icon} className="ev-mark" />
        <div>
          <h2 id="ev-verdict" role="status">
            {told}
          </h2>
          <p className="g-muted">
            {connector}
            {number !== null && ` · ${words.version(number)}`}
          </p>
        </div>
        <ul className="ev-counts" aria-label={words.counts}>
          {counted.map(([outcome, count]) => (
            <li key={outcome}>
              <Tag tone={OUTCOMES[outcome][0]} icon={OUTCOMES[outcome][1]}>
                {counts[outcome](count)}
              </Tag>
            </li>
          ))}
          {open > 0 && (
            <li>
              <Tag icon="minus">{counts.OPEN(open)}</Tag>
            </li>
          )}
          {newSinceYesterday > 0 && (
            <li>
              <Tag tone="bad" icon="bell">
                {words.newTroubles(newSinceYesterday)}
              </Tag>
            </li>
          )}
        </ul>
      </div>
      {validity === 'STALE' && (
        <p className="g-notice g-tone-warn">
          <Icon name="history" /> {words.stale}
        </p>
      )}
      {work && (
        <div className="ev-work">
          <p role="status">{atWork ? words.running(tell(atWork.title)) : words.waiting}</p>
          <Progress
            name={atWork ? tell(atWork.title) : words.waiting}
            value={atWork ? work.done / Math.max(work.total, 1) : null}
          />
        </div>
      )}
    </section>
  );
}
