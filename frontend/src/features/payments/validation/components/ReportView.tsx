/** A report as a person reads it: the verdict first, then lights, totals, and findings by cause. */
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { list, useUrlFilter, useUrlValue } from '@/kernel/urlState';
import { CopyId, Icon, InstantText } from '@/ui';
import { labels } from '../labels';
import { groupsOf, inLanguage, severitiesOf, type Report } from '../report';
import { GroupList } from './GroupList';
import { Lights } from './Lights';
import { TotalsControl } from './TotalsControl';

const VERDICTS = {
  valid: 'check-circle',
  warnings: 'exclamation-triangle',
  invalid: 'times-circle',
} as const;
const SEVERITIES = ['error', 'warning', 'info'] as const;

export function ReportView({ report }: { report: Report }) {
  const words = useLabels(labels);
  const { errors, warnings, notes } = report.counts;
  return (
    <div className="g-stack">
      <section className={`v-verdict v-verdict-${report.standing}`} aria-labelledby="v-verdict">
        <Icon name={VERDICTS[report.standing]} />
        <div>
          <h2 id="v-verdict">{words[`standing_${report.standing}`]}</h2>
          <p>{[words.errors(errors), words.warnings(warnings), words.notes(notes)].join(' · ')}</p>
          <p className="g-muted">
            {report.file}
            {report.messageId && (
              <>
                {' '}
                · {words.message} <CopyId value={report.messageId} name={words.message} />
              </>
            )}{' '}
            · {words.checkedAt} <InstantText value={report.checked} seconds />
          </p>
        </div>
      </section>
      <Comparison report={report} />
      <Lights layers={report.layers} />
      {report.totals.counted.count > 0 && <TotalsControl totals={report.totals} />}
      <Findings report={report} />
    </div>
  );
}

function Comparison({ report: { rerun } }: { report: Report }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  if (!rerun) return null;
  return (
    <section className="v-rerun" aria-labelledby="v-rerun">
      <h2 id="v-rerun">{words.comparison}</h2>
      <p>
        {rerun.mendedCount === 0 ? words.nothingMended : words.mended(rerun.mendedCount)};{' '}
        {words.added(rerun.newCount)}.
      </p>
      {rerun.mended.length > 0 && (
        <ul>
          {rerun.mended.map(({ code, title, count }) => (
            <li key={code}>
              <Icon name="check" /> {inLanguage(title, language)}
              {count > 1 && ` ${words.times(count)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const FILTER = { severity: list };

function Findings({ report }: { report: Report }) {
  const words = useLabels(labels);
  const {
    filter: { severity },
    change,
  } = useUrlFilter(FILTER);
  const [chosen] = useUrlValue('finding');
  const wanted = severitiesOf(severity);
  const groups = groupsOf(report.groups, wanted);
  return (
    <section aria-labelledby="v-findings">
      <div className="v-findings-head">
        <h2 id="v-findings">{words.findings}</h2>
        <div role="group" aria-label={words.filter} className="v-severities">
          {SEVERITIES.map((one) => (
            <button
              key={one}
              type="button"
              className="v-severity"
              aria-pressed={wanted.has(one)}
              onClick={() =>
                change({
                  severity: wanted.has(one)
                    ? [...wanted].filter((other) => other !== one)
                    : [...wanted, one],
                })
              }
            >
              {words[`severity_${one}`]}
            </button>
          ))}
        </div>
      </div>
      {groups.length === 0 && (
        <p className="g-muted">
          {report.groups.length === 0 ? words.noFindings : words.noneOfThese}
        </p>
      )}
      <GroupList
        groups={groups}
        findings={report.findings}
        chosen={chosen}
        address={(name) => `?finding=${encodeURIComponent(name)}`}
      />
    </section>
  );
}
