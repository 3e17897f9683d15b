/** The few controls that the settings are made of. */
import { useId, type ReactNode } from 'react';
import { Icon } from '@/ui';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  );
}

/** A name and its control on one line; under each other where there is no room. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="s-row">
      <span>{name}</span>
      {children}
    </div>
  );
}

type Segment<T extends string> = readonly [value: T, label: string, icon?: string];

interface SegmentsProps<T extends string> {
  name: string;
  value: T;
  options: readonly Segment<T>[];
  disabled?: boolean;
  wide?: boolean;
  onChange: (value: T) => void;
}

/** A few choices side by side, one of them pressed. */
export function Segments<T extends string>({
  name,
  value,
  options,
  disabled = false,
  wide = false,
  onChange,
}: SegmentsProps<T>) {
  return (
    <div className={`s-segments${wide ? ' s-wide' : ''}`} role="group" aria-label={name}>
      {options.map(([key, label, icon]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          disabled={disabled}
          onClick={() => onChange(key)}
        >
          {icon && <Icon name={icon} />}
          {label}
        </button>
      ))}
    </div>
  );
}

interface SelectProps<T extends string> {
  name: string;
  value: T;
  children: ReactNode;
  onChange: (value: T) => void;
  /** Told before the choices can be seen: when a key or a pointer gets there. */
  onReach?: () => void;
}

/** One of many, each shown as the sample it stands for. */
export function Select<T extends string>({
  name,
  value,
  children,
  onChange,
  onReach,
}: SelectProps<T>) {
  return (
    <label className="s-field">
      <span>{name}</span>
      <select
        value={value}
        onFocus={onReach}
        onPointerDown={onReach}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {children}
      </select>
    </label>
  );
}
