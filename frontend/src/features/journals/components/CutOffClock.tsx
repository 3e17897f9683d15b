/** Until when a journal has to be signed for its day, counted down by the bank's own clock. */
import { useEffect, useState } from 'react';
import { dayAt, leftUntil, timeAt } from '@/features/payments';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Tag } from '@/ui';
import { progressLabels } from '../progressLabels';
import type { FullJournal } from './JournalOverview';

const TICK = 15_000;
/** The last hour before the cut-off is pressing. */
const NEAR_MS = 3_600_000;
/** Beyond a day the date says more than hours that are left. */
const FAR_MS = 86_400_000;

/** When the moment has passed, the journal is asked again for the next one. */
export function CutOffClock({
  cutOff,
  onPassed,
}: {
  cutOff: NonNullable<FullJournal['cutOff']>;
  onPassed: () => unknown;
}) {
  const words = useLabels(progressLabels);
  const { dateFormat, language } = useNotation();
  const [now, setNow] = useState(Date.now);
  const left = Date.parse(cutOff.at) - now;
  const isOver = left <= 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) void onPassed();
  }, [isOver, onPassed]);
  if (isOver) return null;
  const { at, day, wanted, zone } = cutOff;
  const time = timeAt(at, zone);
  const today = dayAt(new Date(now).toISOString(), zone);
  const moved = wanted > today ? words.cutOffClosed : words.cutOffMoved;
  const told =
    left > FAR_MS
      ? words.cutOffLater(
          formatDate(day, dateFormat),
          `${formatDate(dayAt(at, zone), dateFormat)} ${time}`,
        )
      : day === today
        ? words.cutOffToday(time, leftUntil(left, language))
        : words.cutOffIn(formatDate(day, dateFormat), time, leftUntil(left, language));
  const isNear = left <= NEAR_MS;
  return (
    <p className="j-cutoff" role="timer" aria-label={words.cutOff}>
      <Tag tone={isNear ? 'warn' : 'info'} icon="clock">
        {told}
      </Tag>
      <span className="g-sub">
        {words.cutOffWhose}
        {day !== wanted && `. ${moved(formatDate(wanted, dateFormat))}`}
      </span>
      {/* A timer is silent; that the last hour has begun is said once. */}
      <span className="g-sr" role="status">
        {isNear ? words.cutOffToday(time, leftUntil(NEAR_MS, language)) : ''}
      </span>
    </p>
  );
}
