/**
 * What somebody was typing when their session ended: the session goes at once, the text alone is
 * kept in this tab and offered to the same person once they have signed in again.
 */
import { createStore } from './store';
import { hasUnsaved, releaseUnsaved } from './unsaved';

export interface TypedField {
  label: string;
  text: string;
}

interface Kept {
  person: string;
  fields: readonly TypedField[];
}

const KEY = 'giroscope.typed';
const TYPED = 'textarea, input:is([type=text], [type=email], [type=url], [type=tel], :not([type]))';

/** What was kept of an earlier session of this person; empty where there is nothing to offer. */
export const typedBefore = createStore<readonly TypedField[]>([]);

const touched = new Set<HTMLInputElement | HTMLTextAreaElement>();

// Only what came by hand is kept, and nothing that is meant for nobody's eyes.
addEventListener(
  'input',
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches(TYPED) || target.closest('[data-secret]'))
      return;
    touched.add(target as HTMLInputElement);
  },
  true,
);

function labelOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.labels?.[0]?.textContent.trim() || field.getAttribute('aria-label') || '';
}

function typedNow(): readonly TypedField[] {
  if (!hasUnsaved()) return [];
  return [...touched]
    .filter((field) => field.isConnected && field.value.trim() !== '')
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

/** Take down what is typed; the returned function keeps it for whoever signs in here next. */
export function saveTyped(person: string): () => void {
  const fields = typedNow();
  // Whoever is sent to sign in is not asked whether to leave.
  releaseUnsaved();
  return () => {
    if (fields.length === 0) return;
    const kept: Kept = { person, fields };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  };
}

/** Offer what was kept, to the person who typed it and to nobody else. */
export function offerTyped(person: string): void {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return;
  const kept = JSON.parse(text) as Kept;
  if (kept.person === person) typedBefore.set(kept.fields);
  else dropTyped();
}

/** Forget it. */
export function dropTyped(): void {
  sessionStorage.removeItem(KEY);
  typedBefore.set([]);
}
