/**
 * What somebody types and what became of it: the own check first, then one call at a time, then
 * what the server found wrong, at its field. Nothing typed is lost by a refusal.
 */
import { useId, useRef, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { labels } from '../labels';
import { fieldAt, flawsOf, type Flaw } from './flaws';

type Values = Readonly<Record<string, string | boolean>>;

interface FormOptions<V extends Values> {
  initial: V;
  /** What can be told without asking the server. */
  check?: (values: V) => readonly Flaw[];
  /** Send it; what comes back empty is done. */
  send: (values: V) => Promise<readonly Flaw[]>;
  onDone: () => void;
}

export interface Form<V extends Values = Values> {
  id: string;
  values: V;
  change: (changes: Partial<V>) => void;
  dirty: boolean;
  busy: boolean;
  /** With the fields they belong to, as far as they do to one. */
  flaws: readonly { field: string | null; message: string }[];
  /** How often it was sent in vain; the focus follows. */
  refusals: number;
  submit: () => void;
}

export function useForm<V extends Values>({
  initial,
  check,
  send,
  onDone,
}: FormOptions<V>): Form<V> {
  const words = useLabels(labels);
  const id = useId();
  const [begun] = useState(initial);
  const [values, setValues] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ flaws: readonly Flaw[]; refusals: number }>({
    flaws: [],
    refusals: 0,
  });
  // The second of two quick clicks comes before the button is drawn busy.
  const sending = useRef(false);
  const fields = Object.keys(initial);
  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const wrong = check?.(values) ?? [];
    const flaws =
      wrong.length > 0
        ? wrong
        : await send(values).catch((error: unknown) => flawsOf(error, words.notSaved));
    sending.current = false;
    setBusy(false);
    setFound(({ refusals }) => ({ flaws, refusals: refusals + 1 }));
    if (flaws.length === 0) onDone();
  };
  return {
    id,
    values,
    change: (changes) => {
      setValues((now) => ({ ...now, ...changes }));
      // What is being mended is no longer called wrong.
      setFound(({ flaws, refusals }) => ({
        flaws: flaws.filter(({ path }) => !((fieldAt(path, fields) ?? '') in changes)),
        refusals,
      }));
    },
    dirty: fields.some((field) => values[field] !== begun[field]),
    busy,
    flaws: found.flaws.map(({ path, message }) => ({ field: fieldAt(path, fields), message })),
    refusals: found.refusals,
    submit: () => void submit(),
  };
}
