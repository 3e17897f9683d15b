/** A labelled field of a form, with its help and what is wrong with it. */
import type { Form } from './useForm';

interface TextFieldProps<Name extends string> {
  form: Form<Readonly<Record<Name, string>>>;
  name: NoInfer<Name>;
  label: string;
  help?: string;
  type?: 'text' | 'email';
  maxLength?: number;
}

/** Where a form's field stands on the page. */
export const fieldId = (form: string, name: string) => `${form}-${name}`;

export function TextField<Name extends string>({ form, name, label, help, type = 'text', maxLength }: TextFieldProps<Name>) {
  const id = fieldId(form.id, name);
  const flaw = form.flaws.find(({ field }) => field === name);
  const described = [help && `${id}-help`, flaw && `${id}-flaw`].filter(Boolean).join(' ');
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id} className={`p-inputtext p-component${flaw ? ' p-invalid' : ''}`} type={type} autoComplete="off" maxLength={maxLength} value={form.values[name]}
        aria-invalid={flaw !== undefined || undefined} aria-describedby={described || undefined}
        onChange={(event) => form.change({ [name]: event.target.value } as Readonly<Record<Name, string>>)}
      />
      {help && <small id={`${id}-help`} className="g-muted">{help}</small>}
      {flaw && <p id={`${id}-flaw`} className="g-field-error">{flaw.message}</p>}
    </div>
  );
}
