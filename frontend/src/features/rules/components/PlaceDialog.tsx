/** Asks at which place a rule is to stand, for those that are far from there. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Dialog } from '@/ui';
import { labels } from '../labels';

interface PlaceDialogProps {
  name: string;
  place: number;
  onPlace: (place: number) => Promise<unknown>;
  onClose: () => void;
}

export function PlaceDialog({ name, place, onPlace, onClose }: PlaceDialogProps) {
  const words = useLabels(labels);
  const [value, setValue] = useState(String(place));
  const [busy, setBusy] = useState(false);
  const wanted = Number(value);
  const isPlace = Number.isInteger(wanted) && wanted >= 1;
  const [isRefused, setRefused] = useState(false);
  const go = async () => {
    setRefused(!isPlace);
    if (!isPlace) return;
    setBusy(true);
    await onPlace(wanted);
    onClose();
  };
  return (
    <Dialog
      title={words.moveTitle(name)}
      confirm={words.move}
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words.moveHelp}</p>
      <label className="g-field">
        <span>{words.place}</span>
        <input
          className="p-inputtext p-component"
          type="number"
          min={1}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      {isRefused && (
        <p className="g-field-error" role="alert">
          {words.noPlace}
        </p>
      )}
    </Dialog>
  );
}
