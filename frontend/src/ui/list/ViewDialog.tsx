/** Names a view, new or known, and says whether others see it. A refusal stays with its reason. */
import { useId, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Dialog } from '../Dialog';
import { listLabels } from './labels';
import type { View, Views } from './useViews';

export function ViewDialog({ title, confirm, views, view, onClose }: { title: string; confirm: string; views: Views; view?: View; onClose: () => void }) {
  const words = useLabels(listLabels);
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const problem = useId();
  const go = async () => {
    if (!name.trim()) return setRefused(words.nameNeeded);
    setBusy(true);
    const why = await (view ? views.rename(view, name.trim()) : views.save(name.trim(), shared));
    setBusy(false);
    if (why === null) return onClose();
    return setRefused(why || words.viewFailed);
  };
  return (
    <Dialog title={title} confirm={confirm} busy={busy} onConfirm={() => void go()} onClose={onClose}>
      <form className="g-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
        <label>
          <span>{words.viewName}</span>
          <input className="p-inputtext p-component" value={name} maxLength={80} autoComplete="off" aria-invalid={refused !== null || undefined} aria-describedby={refused ? problem : undefined} onChange={(event) => setName(event.target.value)} />
        </label>
        {refused && <p id={problem} className="g-field-error" role="alert">{refused}</p>}
      </form>
      {!view && (
        <label className="gl-share">
          <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
          {words.shareView}
        </label>
      )}
      {!view && <p className="g-muted">{words.viewHelp}</p>}
    </Dialog>
  );
}
