/** The fields of a filter bar. Each shows its value, applies at once, and can be cleared. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, parseAmount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button } from './Button';
import './filters.css';
import { Icon } from './Icon';
import { labels } from './labels';
import { SEARCH_FIELD } from './list/useListKeys';
import { Popover } from './Popover';
import { RemoveButton } from './RemoveButton';

interface FilterBarProps {
  filtered: boolean;
  onClear: () => void;
  children: ReactNode;
  /** Filters asked for less often; shown on demand, and while one of them is set. */
  more?: { filters: ReactNode; isSet: boolean };
}

/** The bar above a list, with a way to clear everything when something is set. */
export function FilterBar({ filtered, onClear, children, more }: FilterBarProps) {
  const words = useLabels(labels);
  const [open, setOpen] = useState(false);
  const rest = useId();
  const shown = open || more?.isSet === true;
  return (
    <search className="g-filterbar" aria-label={words.filters}>
      {children}
      {more && shown && (
        <span id={rest} className="g-filterbar-more">
          {more.filters}
        </span>
      )}
      {more && !more.isSet && (
        <Button
          look="quiet"
          small
          icon={shown ? 'minus' : 'plus'}
          aria-expanded={shown}
          aria-controls={shown ? rest : undefined}
          onClick={() => setOpen(!open)}
        >
          {shown ? words.fewerFilters : words.moreFilters}
        </Button>
      )}
      {filtered && (
        <Button look="quiet" small icon="filter-slash" onClick={onClear}>
          {words.clearFilter}
        </Button>
      )}
    </search>
  );
}

const TYPING_PAUSE_MS = 300;

/** Free text; applied shortly after typing stops, or at once with Enter. */
export function SearchField({
  value,
  name,
  placeholder,
  onChange,
}: {
  value: string;
  name: string;
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    // The address changed from outside, such as Back: the field follows.
    sent.current = value;
    setDraft(value);
  }, [value]);
  const send = (next: string) => {
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onChange(next.trim());
  };
  useEffect(() => {
    if (draft.trim() === sent.current) return undefined;
    const timer = setTimeout(() => send(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <form
      className="g-search"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        className="p-inputtext p-component"
        {...SEARCH_FIELD}
        aria-label={name}
        placeholder={placeholder ?? name}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  );
}

export interface Option<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

/** One of a few; "all" is the empty choice. */
export function SelectFilter<T extends string>({
  name,
  value,
  options,
  onChange,
}: {
  name: string;
  value: T | null;
  options: readonly Option<T>[];
  onChange: (value: T | null) => void;
}) {
  const words = useLabels(labels);
  return (
    <span className={value ? 'g-removable' : undefined}>
      <label className={`g-select${value ? ' g-select-active' : ''}`}>
        <span>{name}</span>
        <select
          value={value ?? ''}
          onChange={(event) =>
            onChange(options.find((option) => option.value === event.target.value)?.value ?? null)
          }
        >
          <option value="">{words.all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      {value && <RemoveButton name={name} onRemove={() => onChange(null)} />}
    </span>
  );
}

const SEARCHABLE_FROM = 8;

/** Several of many, in a panel; long lists can be searched. */
export function MultiFilter<T extends string>({
  name,
  value,
  options,
  onChange,
}: {
  name: string;
  value: readonly T[];
  options: readonly Option<T>[];
  onChange: (value: readonly T[]) => void;
}) {
  const words = useLabels(labels);
  const [search, setSearch] = useState('');
  const only =
    value.length === 1 ? options.find((option) => option.value === value[0])?.label : undefined;
  const needle = search.toLowerCase().replace(/\s/g, '');
  const shown = options.filter((option) =>
    `${option.label}${option.hint ?? ''}`.toLowerCase().replace(/\s/g, '').includes(needle),
  );
  const toggle = (item: T) =>
    onChange(value.includes(item) ? value.filter((each) => each !== item) : [...value, item]);
  const label = value.length === 0 ? name : `${name}: ${only ?? words.selected(value.length)}`;
  return (
    <Popover name={name} label={label} active={value.length > 0} onRemove={() => onChange([])}>
      {() => (
        <>
          {options.length >= SEARCHABLE_FROM && (
            <input
              type="search"
              className="p-inputtext p-component g-block"
              aria-label={words.search}
              placeholder={words.search}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <ul className="g-checklist">
            {shown.map((option) => (
              <li key={option.value}>
                <label>
                  <input
                    type="checkbox"
                    checked={value.includes(option.value)}
                    onChange={() => toggle(option.value)}
                  />
                  <span>
                    {option.label}
                    {option.hint && <small>{option.hint}</small>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {value.length > 0 && (
            <Button look="quiet" small icon="times" onClick={() => onChange([])}>
              {words.all}
            </Button>
          )}
        </>
      )}
    </Popover>
  );
}

interface AmountRange {
  from: string | null;
  to: string | null;
}

/** An amount between two bounds, typed in either notation. */
export function AmountFilter({
  name,
  value,
  onChange,
}: {
  name: string;
  value: AmountRange;
  onChange: (value: AmountRange) => void;
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const show = (bound: string | null) => (bound === null ? '' : formatDecimal(bound, numberFormat));
  const set = value.from !== null || value.to !== null;
  const label = set ? `${name}: ${show(value.from) || '…'} – ${show(value.to) || '…'}` : name;
  return (
    <Popover
      name={name}
      label={label}
      active={set}
      onRemove={() => onChange({ from: null, to: null })}
    >
      {(close) => (
        <AmountForm
          initial={{ from: show(value.from), to: show(value.to) }}
          words={words}
          onApply={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function AmountForm({
  initial,
  words,
  onApply,
}: {
  initial: { from: string; to: string };
  words: { amountFrom: string; amountTo: string; apply: string; notAnAmount: string };
  onApply: (value: AmountRange) => void;
}) {
  const [draft, setDraft] = useState(initial);
  const problem = useId();
  const read = (text: string) => (text.trim() ? parseAmount(text) : null);
  const wrong = (text: string) => text.trim() !== '' && parseAmount(text) === null;
  const invalid = wrong(draft.from) || wrong(draft.to);
  return (
    <form
      className="g-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invalid) onApply({ from: read(draft.from), to: read(draft.to) });
      }}
    >
      {(['from', 'to'] as const).map((bound) => (
        <label key={bound}>
          <span>{bound === 'from' ? words.amountFrom : words.amountTo}</span>
          <input
            className="p-inputtext p-component g-money"
            inputMode="decimal"
            value={draft[bound]}
            aria-invalid={wrong(draft[bound]) || undefined}
            aria-describedby={wrong(draft[bound]) ? problem : undefined}
            onChange={(event) => setDraft({ ...draft, [bound]: event.target.value })}
          />
        </label>
      ))}
      {invalid && (
        <p id={problem} className="g-field-error" role="alert">
          {words.notAnAmount}
        </p>
      )}
      <Button look="primary" small type="submit">
        {words.apply}
      </Button>
    </form>
  );
}
