/** What this browser remembers of each list: its columns, and which records were seen. */
import { session } from '@/kernel/session';
import { createStore, type Store } from '@/kernel/store';
import { isUntouched, readChoice, type ColumnChoice } from './columnChoice';

const MOST_SEEN = 500;
const choices = new Map<string, Store<ColumnChoice>>();
const seenRecords = new Map<string, Store<ReadonlySet<string>>>();

const read = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/** The columns of a list, as a person chose them. */
export function columnChoiceOf(name: string): Store<ColumnChoice> {
  const known = choices.get(name);
  if (known) return known;
  const key = `giroscope.columns.${name}`;
  const store = createStore(readChoice(read(key)));
  store.subscribe(() => {
    if (isUntouched(store.get())) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(store.get()));
  });
  choices.set(name, store);
  return store;
}

/** What one person has seen is no news of another at the same browser. */
const seenKey = (name: string) => `giroscope.seen.${session.get().id}.${name}`;

/** The records of a list that this person opened, latest last. */
export function seenOf(name: string): Store<ReadonlySet<string>> {
  const key = seenKey(name);
  const known = seenRecords.get(key);
  if (known) return known;
  const stored = read(key);
  const store = createStore<ReadonlySet<string>>(
    new Set(Array.isArray(stored) ? stored.map(String) : []),
  );
  seenRecords.set(key, store);
  return store;
}

/** Note that a record was opened. */
export function noteSeen(name: string, key: string): void {
  const store = seenOf(name);
  const keys = [...store.get()].filter((each) => each !== key);
  const latest = [...keys, key].slice(-MOST_SEEN);
  store.set(new Set(latest));
  localStorage.setItem(seenKey(name), JSON.stringify(latest));
}
