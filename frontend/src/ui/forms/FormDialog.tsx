/** A form in a dialog: Enter sends it, leaving asks first, and what is wrong gets the focus. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { labels } from '../labels';
import { fieldId } from './TextField';
import { TypedDialog } from './TypedDialog';
import type { Form } from './useForm';

/** What of a form the frame around it needs; the fields know the rest. */
type FormState = Omit<Form, 'values' | 'change'>;

interface FormDialogProps {
  title: string;
  confirm: string;
  form: FormState;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, confirm, form, onClose, children }: FormDialogProps) {
  return (
    <TypedDialog title={title} confirm={confirm} busy={form.busy} dirty={form.dirty} onConfirm={form.submit} onClose={onClose}>
      <form className="g-form" noValidate onSubmit={(event) => { event.preventDefault(); form.submit(); }}>
        <Flaws form={form} />
        {children}
        {/* Several fields send their form at Enter only where it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </TypedDialog>
  );
}

/** One flaw at a field stands there, with the focus; more, or others, are summed up above. */
function Flaws({ form: { id, flaws, refusals } }: { form: FormState }) {
  const words = useLabels(labels);
  const summary = useRef<HTMLDivElement>(null);
  const alone = flaws.length === 1 ? (flaws[0]?.field ?? null) : null;
  const goal = useRef(alone);
  goal.current = alone;
  useEffect(() => {
    if (refusals > 0) (goal.current === null ? summary.current : document.getElementById(fieldId(id, goal.current)))?.focus();
  }, [refusals, id]);
  if (flaws.length === 0 || alone !== null) return null;
  return (
    <div ref={summary} className="g-notice g-tone-bad g-flaws" role="alert" tabIndex={-1}>
      {flaws.length > 1 && <strong>{words.flaws(flaws.length)}</strong>}
      <ul>
        {flaws.map(({ field, message }) => (
          <li key={`${field ?? ''} ${message}`}>
            {field === null ? message : <button type="button" className="g-link" onClick={() => document.getElementById(fieldId(id, field))?.focus()}>{message}</button>}
          </li>
        ))}
      </ul>
    </div>
  );
}
