/** A form in a dialog: Enter sends it, leaving asks first, and what is wrong gets the focus. */
import type { ReactNode } from 'react';
import { FlawSummary } from './FlawSummary';
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
    <TypedDialog
      title={title}
      confirm={confirm}
      busy={form.busy}
      dirty={form.dirty}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <form
        className="g-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <FlawSummary form={form} />
        {children}
        {/* Several fields send their form at Enter only where it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </TypedDialog>
  );
}
