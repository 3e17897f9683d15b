/** A labelled field of a form, of one line or several, with its help and what is wrong with it. */
import type { ChangeEvent } from 'react';
import type { Form } from './useForm';

interface TextFieldProps<Name extends string> {
  form: Form<Readonly<Record<Name, string>>>;
  name: NoInfer<Name>;
  label: string;
  help?: string;
  type?: 'text' | 'email';
  maxLength?: number;
  /** How many lines it shows; Enter then begins a new one. */
  rows?: number;
}

/** Where a form's field stands on the page. */
export const fieldId = (form: string, name: string) => `${form}-${name}`;

export function TextField<Name extends string>({
  form,
  name,
  label,
  help,
  type = 'text',
  maxLength,
  rows,
}: TextFieldProps<Name>) {
  const id = fieldId(form.id, name);
  const flaw = form.flaws.find(({ field }) => field === name);
  const described = [help && `${id}-help`, flaw && `${id}-flaw`].filter(Boolean).join(' ');
  const field = {
    id,
    className: `p-inputtext p-component${flaw ? ' p-invalid' : ''}`,
    autoComplete: 'off',
    maxLength,
    value: form.values[name],
    'aria-invalid': flaw !== undefined || undefined,
    'aria-describedby': described || undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change({ [name]: event.target.value } as Readonly<Record<Name, string>>),
  };
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input type={type} {...field} />
      ) : (
        <textarea rows={rows} spellCheck {...field} />
      )}
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
