/** One number of the bank's letter: checked as it is typed, and told only once somebody has left it or it fits. */
import { useId, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { fits, type FieldFormat } from '../letter';

interface CheckedFieldProps {
  format: FieldFormat & { example: string };
  label: string;
  help: string;
  value: string;
  /** What the server found wrong with it. */
  flaw?: string | null;
  fixed?: boolean;
  onChange: (value: string) => void;
  onFocus?: () => void;
}

export function CheckedField({
  format,
  label,
  help,
  value,
  flaw = null,
  fixed = false,
  onChange,
  onFocus,
}: CheckedFieldProps) {
  const words = useLabels(labels);
  const id = useId();
  const [left, setLeft] = useState(false);
  const isRight = fits(format, value);
  const told = flaw ?? (left && value !== '' && !isRight ? words.written(format.example) : null);
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      <div className="bk-typed">
        <input
          id={id}
          className={`p-inputtext p-component${told ? ' p-invalid' : ''}`}
          autoComplete="off"
          spellCheck={false}
          value={value}
          readOnly={fixed}
          aria-invalid={told !== null || undefined}
          aria-describedby={`${id}-help${told ? ` ${id}-flaw` : ''}`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
          onFocus={onFocus}
        />
        {isRight && !told && (
          <span className="bk-can" role="status">
            <Icon name="check" />
            <span className="g-sr">{words.fits}</span>
          </span>
        )}
      </div>
      <small id={`${id}-help`} className="g-muted">
        {help}
      </small>
      {told && (
        <p id={`${id}-flaw`} className="g-field-error">
          {told}
        </p>
      )}
    </div>
  );
}
