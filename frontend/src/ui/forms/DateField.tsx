/**
 * A calendar day of a form, typed in the chosen notation or picked from a calendar. What the form
 * gets is YYYY-MM-DD, never a moment; of a text that is no date it gets the text, and says so.
 */
import { Suspense, lazy, useRef, useState } from 'react';
import { dateTyped, formatDate, isPlainDate, today } from '@/kernel/dates';
import { useLabels, type Words } from '@/kernel/i18n';
import { useNotation, type DateFormat } from '@/kernel/preferences';
import { Button } from '../Button';
import { Skeleton } from '../Skeleton';
import { useDismiss } from '../useDismiss';
import './dateField.css';
import { dateLabels } from './dateLabels';
import { fieldId } from './TextField';
import type { Form } from './useForm';

const DayCalendar = lazy(async () => ({ default: (await import('../DayCalendar')).DayCalendar }));

/** What is said of a text that is no date, or of none where one is needed. */
export function useNoDate(): (typed: string) => string {
  const words = useLabels(dateLabels);
  const { dateFormat } = useNotation();
  const pattern = patternIn(dateFormat, words);
  const example = formatDate(today(), dateFormat);
  return (typed) =>
    typed ? words.notADate(typed, pattern, example) : words.noDate(pattern, example);
}

const patternIn = (format: DateFormat, { year }: Words<typeof dateLabels>) =>
  format.replace('yy', year);

interface DateFieldProps<Name extends string> {
  form: Pick<Form<Readonly<Record<Name, string>>>, 'id' | 'values' | 'change' | 'flaws'>;
  name: NoInfer<Name>;
  label: string;
  /** The first day that can be picked. */
  earliest?: string | undefined;
  /** The last day that can be picked. */
  latest?: string | undefined;
}

export function DateField<Name extends string>({
  form,
  name,
  label,
  earliest,
  latest,
}: DateFieldProps<Name>) {
  const words = useLabels(dateLabels);
  const { dateFormat } = useNotation();
  const noDate = useNoDate();
  const host = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // What is being typed is neither written anew nor called wrong before it is left or sent.
  const [draft, setDraft] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  useDismiss(host, (how) => (how === 'key' ? close() : setOpen(false)), isOpen);
  const id = fieldId(form.id, name);
  const value = form.values[name];
  const isDate = isPlainDate(value);
  const change = (next: string) => form.change({ [name]: next } as Readonly<Record<Name, string>>);
  const flaw =
    form.flaws.find(({ field }) => field === name)?.message ??
    (draft === null && value && !isDate ? noDate(value) : undefined);
  return (
    <div ref={host} className="g-field g-day">
      <label htmlFor={id}>{label}</label>
      <div className="g-day-typed">
        <input
          id={id}
          className={`p-inputtext p-component${flaw ? ' p-invalid' : ''}`}
          autoComplete="off"
          placeholder={patternIn(dateFormat, words)}
          value={draft ?? (isDate ? formatDate(value, dateFormat) : value)}
          aria-invalid={flaw !== undefined || undefined}
          aria-describedby={`${id}-pattern${flaw ? ` ${id}-flaw` : ''}`}
          onChange={({ target }) => {
            setDraft(target.value);
            change(dateTyped(target.value, dateFormat) ?? target.value.trim());
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') setDraft(null);
          }}
          onBlur={() => setDraft(null)}
        />
        <Button
          ref={trigger}
          icon="calendar"
          aria-label={words.choose(label)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <span id={`${id}-pattern`} className="g-sr">
        {patternIn(dateFormat, words)}
      </span>
      {flaw && (
        <p id={`${id}-flaw`} className="g-field-error">
          {flaw}
        </p>
      )}
      {isOpen && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <DayCalendar
            name={words.choose(label)}
            value={isDate ? value : null}
            earliest={earliest}
            latest={latest}
            onPick={(day) => {
              change(day);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
