/** A span of calendar days: quick ranges, or two dates typed or picked. */
import { Suspense, lazy } from 'react';
import { formatDate, presetRanges, today, type DateRange } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button } from './Button';
import { labels } from './labels';
import { Popover } from './Popover';
import { Skeleton } from './Skeleton';

// The fields come when a panel opens, their calendar when it is asked for.
const RangeFields = lazy(async () => ({ default: (await import('./RangeFields')).RangeFields }));

export interface OpenRange {
  from: string | null;
  to: string | null;
}

interface DateRangeFilterProps {
  name: string;
  value: OpenRange;
  onChange: (value: OpenRange) => void;
  /** A range that cannot be emptied, such as the dashboard's. */
  required?: boolean;
  /** The longest range in days; days beyond it cannot be chosen. */
  mostDays?: number;
}

export function DateRangeFilter({
  name,
  value,
  onChange,
  required = false,
  mostDays,
}: DateRangeFilterProps) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const set = value.from !== null || value.to !== null;
  const show = (date: string | null) => (date ? formatDate(date, dateFormat) : '…');
  const label = set
    ? `${name}: ${value.from === value.to ? show(value.from) : `${show(value.from)} – ${show(value.to)}`}`
    : name;
  const presets = presetRanges(today());
  const named: [string, DateRange][] = [
    [words.presetLast7, presets.last7],
    [words.presetLast30, presets.last30],
    [words.presetLast90, presets.last90],
    [words.presetThisMonth, presets.thisMonth],
    [words.presetLastMonth, presets.lastMonth],
    [words.presetSinceClose, presets.sinceClose],
  ];
  return (
    <Popover
      name={name}
      label={label}
      icon="calendar"
      active={set}
      onRemove={required ? undefined : () => onChange({ from: null, to: null })}
    >
      {(close) => (
        <div className="g-range">
          <fieldset className="g-range-presets">
            <legend className="g-sr">{words.presets}</legend>
            {named.map(([text, range]) => (
              <Button
                key={text}
                look="quiet"
                small
                aria-pressed={range.from === value.from && range.to === value.to}
                onClick={() => {
                  onChange(range);
                  close();
                }}
              >
                {text}
              </Button>
            ))}
            {!required && set && (
              <Button
                look="quiet"
                small
                icon="times"
                onClick={() => {
                  onChange({ from: null, to: null });
                  close();
                }}
              >
                {words.clearDates}
              </Button>
            )}
          </fieldset>
          <Suspense fallback={<Skeleton lines={4} />}>
            <RangeFields
              value={value}
              required={required}
              mostDays={mostDays}
              onApply={(next) => {
                onChange(next);
                close();
              }}
            />
          </Suspense>
        </div>
      )}
    </Popover>
  );
}
