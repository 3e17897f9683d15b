/** Names a view, new or known, and says whether others see it. A refusal stays with its reason. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { FormDialog } from '../forms/FormDialog';
import { TextField } from '../forms/TextField';
import { useForm } from '../forms/useForm';
import { listLabels } from './labels';
import type { View, Views } from './useViews';

export function ViewDialog({
  title,
  confirm,
  views,
  view,
  onClose,
}: {
  title: string;
  confirm: string;
  views: Views;
  view?: View;
  onClose: () => void;
}) {
  const words = useLabels(listLabels);
  const [shared, setShared] = useState(false);
  const form = useForm({
    initial: { name: view?.name ?? '' },
    check: ({ name }) => (name.trim() ? [] : [{ path: 'name', message: words.nameNeeded }]),
    send: async ({ name }) => {
      const why = await (view ? views.rename(view, name.trim()) : views.save(name.trim(), shared));
      return why === null ? [] : [{ path: null, message: why || words.viewFailed }];
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      <TextField form={form} name="name" label={words.viewName} maxLength={80} />
      {!view && (
        <label className="gl-share">
          <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
          {words.shareView}
        </label>
      )}
      {!view && <p className="g-muted">{words.viewHelp}</p>}
    </FormDialog>
  );
}
