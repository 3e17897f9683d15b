/** What happened to a journal, step by step, with the time between the steps and where each leads. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { messageText } from '@/features/messages';
import { StatusText } from '@/features/payments';
import { actorName } from '@/kernel/actors';
import { formatElapsed } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { logsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { InstantText, LinkButton, Tag } from '@/ui';
import { useTabAddress } from '../acts';
import { labels } from '../labels';
import { progressLabels } from '../progressLabels';
import { usualHours } from '../states';
import type { FullJournal } from './JournalOverview';

type Event = FullJournal['timeline'][number];

const TONES: Readonly<Record<Event['level'], string>> = {
  ERROR: 'bad',
  WARNING: 'warn',
  SUCCESS: 'good',
  INFO: 'info',
  DEBUG: 'neutral',
};
const LONG_MS = 24 * 3_600_000;
const TICK_MS = 30_000;
/** What follows sooner happened at once. */
const AT_ONCE_MS = 1000;

export function Timeline({ journal }: { journal: FullJournal }) {
  const words = useLabels(labels);
  const events = journal.timeline;
  if (events.length === 0) return <p className="g-muted">{words.noTimeline}</p>;
  return (
    <>
      <ol className="j-timeline">
        {events.map((event, index) => (
          <Step key={index} event={event} before={events[index - 1]} />
        ))}
        <Since journal={journal} last={events.at(-1) as Event} />
      </ol>
      <LogsLink journal={journal} />
    </>
  );
}

/** What was said to banks and ERPs about it, for who may read that. */
function LogsLink({ journal: { correlationId, logCount } }: { journal: FullJournal }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (!logCount) return null;
  return (
    <p>
      <LinkButton small icon="history" to={logsPath(correlationId)}>
        {words.logEntries(formatCount(logCount, numberFormat), logCount)}
      </LinkButton>
    </p>
  );
}

function Step({ event, before }: { event: Event; before: Event | undefined }) {
  const words = useLabels(labels);
  const more = useLabels(progressLabels);
  const address = useTabAddress();
  const { language } = useNotation();
  const isLong = before !== undefined && Date.parse(event.at) - Date.parse(before.at) > LONG_MS;
  return (
    <li className={`g-tone-${TONES[event.level]}`}>
      {isLong && (
        <span className="j-gap">
          <Tag icon="clock">{more.longGap}</Tag>
        </span>
      )}
      <span className="j-step">
        <EventText event={event} />
      </span>
      <span className="g-sub">
        <InstantText value={event.at} seconds />
        {before &&
          Date.parse(event.at) - Date.parse(before.at) >= AT_ONCE_MS &&
          ` · ${words.after(formatElapsed(before.at, event.at, language))}`}
        {event.actor && ` · ${words.by(actorName(event.actor))}`}
        {event.document && (
          <>
            {' '}
            ·{' '}
            <Link to={address('documents', { document: event.document.id })}>
              {event.document.name}
            </Link>
          </>
        )}
      </span>
    </li>
  );
}

/** A stage tells its code in the person's language; everything else is a sentence of its own. */
function EventText({ event }: { event: Event }) {
  if (event.code !== 'journal.status_stage') return messageText(event);
  const values = new Map(event.values.map(({ name, value }) => [name, value]));
  const code = values.get('status') ?? '';
  return (
    <>
      <StatusText code={code} meaning={values.get('meaning') ?? code} />{' '}
      <span className="g-tab-count">{values.get('count')}</span>
    </>
  );
}

/** How long nothing has happened, where something should. */
function Since({ journal, last }: { journal: FullJournal; last: Event }) {
  const words = useLabels(labels);
  const more = useLabels(progressLabels);
  const { language } = useNotation();
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const usual = usualHours(journal.state);
  if (usual === null) return null;
  const isLate = Date.parse(now) - Date.parse(last.at) > usual * 3_600_000;
  const hours = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'short',
  }).format(usual);
  return (
    <li className={`j-since g-tone-${isLate ? 'warn' : 'neutral'}`}>
      <span className="g-muted">
        {more.waitingSince(formatElapsed(last.at, now, language))} · {words.usually(hours)}
      </span>
    </li>
  );
}
