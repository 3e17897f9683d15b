/** A labelled choice of a form, with its help and what is wrong with it. */
import type { Option } from '../filters';
import { fieldId } from './TextField';
import type { Form } from './useForm';

interface ChoiceFieldProps<Name extends string> {
  form: Form<Readonly<Record<Name, string>>>;
  name: NoInfer<Name>;
  label: string;
  options: readonly Option<string>[];
  /** What is chosen where nothing is; without it something has to be. */
  none?: string;
  help?: string;
}

export function ChoiceField<Name extends string>({
  form,
  name,
  label,
  options,
  none,
  help,
}: ChoiceFieldProps<Name>) {
  const id = fieldId(form.id, name);
  const flaw = form.flaws.find(({ field }) => field === name);
  const value = form.values[name];
  // What was chosen before stays in sight, though it could not be chosen now.
  const isGone = value !== '' && !options.some((option) => option.value === value);
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={`p-inputtext p-component g-block${flaw ? ' p-invalid' : ''}`}
        value={value}
        aria-invalid={flaw !== undefined || undefined}
        aria-describedby={
          [help && `${id}-help`, flaw && `${id}-flaw`].filter(Boolean).join(' ') || undefined
        }
        onChange={(event) =>
          form.change({ [name]: event.target.value } as Readonly<Record<Name, string>>)
        }
      >
        {(none !== undefined || value === '') && <option value="">{none}</option>}
        {isGone && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {help && (
        <small id={`${id}-help`} className="g-muted">
          {help}
        </small>
      )}
      {flaw && (
        <p id={`${id}-flaw`} className="g-field-error">
          {flaw.message}
        </p>
      )}
    </div>
  );
}
