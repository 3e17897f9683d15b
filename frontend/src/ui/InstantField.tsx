/** A moment, typed in the person's own notation and zone; it acts once it is one. */
import { useId, useState } from 'react';
import { formatInstant, instantTyped } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button } from './Button';
import { labels } from './labels';

interface InstantFieldProps {
  name: string;
  /** What the button says. */
  act: string;
  onAct: (instant: string) => void;
}

export function InstantField({ name, act, onAct }: InstantFieldProps) {
  const words = useLabels(labels);
  const { dateFormat, timeZone } = useNotation();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [opened] = useState(() => new Date().toISOString());
  const id = useId();
  const instant = instantTyped(typed, dateFormat, timeZone);
  const example = formatInstant(opened, dateFormat, false, timeZone);
  const isFlawed = tried && instant === null && typed !== '';
  return (
    <form
      className="g-instant"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (instant !== null) onAct(instant);
      }}
    >
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className={`p-inputtext p-component${isFlawed ? ' p-invalid' : ''}`}
        autoComplete="off"
        placeholder={example}
        value={typed}
        aria-invalid={isFlawed || undefined}
        aria-describedby={isFlawed ? `${id}-flaw` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTried(true)}
      />
      {instant !== null && (
        <Button small type="submit">
          {act}
        </Button>
      )}
      {isFlawed && (
        <span id={`${id}-flaw`} className="g-field-error">
          {words.notAnInstant(example)}
        </span>
      )}
    </form>
  );
}
