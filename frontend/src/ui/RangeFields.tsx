/** The first and the last day of a span, typed or picked; loaded on demand. */
import { addDays, daysBetween, isPlainDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { Button } from './Button';
import type { OpenRange } from './DateRangeFilter';
import { DateField, useNoDate } from './forms/DateField';
import { FlawSummary } from './forms/FlawSummary';
import { useForm } from './forms/useForm';
import { labels } from './labels';

interface RangeFieldsProps {
  value: OpenRange;
  required: boolean;
  mostDays: number | undefined;
  onApply: (value: OpenRange) => void;
}

export function RangeFields({ value, required, mostDays = Infinity, onApply }: RangeFieldsProps) {
  const words = useLabels(labels);
  const noDate = useNoDate();
  const typed = useForm({
    initial: { from: value.from ?? '', to: value.to ?? '' },
    check: (days) => {
      const wrong = (['from', 'to'] as const).filter(
        (bound) => !isPlainDate(days[bound]) && (required || days[bound]),
      );
      if (wrong.length > 0)
        return wrong.map((bound) => ({ path: bound, message: noDate(days[bound]) }));
      if (!days.from || !days.to) return [];
      if (days.from > days.to) return [{ path: 'to', message: words.invalidRange }];
      return daysBetween(days.from, days.to) < mostDays
        ? []
        : [{ path: 'to', message: words.rangeTooLong(mostDays) }];
    },
    send: async ({ from, to }) => {
      onApply({ from: from || null, to: to || null });
      return [];
    },
    onDone: () => undefined,
  });
  // What is wrong with the two together is mended at either.
  const form: typeof typed = {
    ...typed,
    change: (changes) => typed.change({ ...typed.values, ...changes }),
  };
  const { from, to } = form.values;
  const isBounded = Number.isFinite(mostDays);
  return (
    <form
      className="g-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FlawSummary form={form} />
      <DateField
        form={form}
        name="from"
        label={words.dateFrom}
        earliest={isBounded && isPlainDate(to) ? addDays(to, 1 - mostDays) : undefined}
      />
      <DateField
        form={form}
        name="to"
        label={words.dateTo}
        latest={isBounded && isPlainDate(from) ? addDays(from, mostDays - 1) : undefined}
      />
      <Button look="primary" small type="submit">
        {words.apply}
      </Button>
    </form>
  );
}
