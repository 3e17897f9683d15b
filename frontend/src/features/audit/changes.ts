/** What was and what is, side by side: one line for each field, the changed ones first. Pure. */

export interface Change {
  /** The field, with dots where values stand inside each other. */
  name: string;
  was: string | null;
  now: string | null;
  changed: boolean;
}

/** The fields of two JSON objects written as text; what cannot be read is shown whole. */
export function changesOf(
  was: string | null | undefined,
  now: string | null | undefined,
): readonly Change[] {
  const [before, after] = [fieldsOf(was), fieldsOf(now)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.map((name) => {
    const [old, present] = [before.get(name) ?? null, after.get(name) ?? null];
    return { name, was: old, now: present, changed: old !== present };
  });
  return [
    ...changes.filter(({ changed }) => changed),
    ...changes.filter(({ changed }) => !changed),
  ];
}

function fieldsOf(text: string | null | undefined): Map<string, string> {
  const found = new Map<string, string>();
  if (!text) return found;
  try {
    flatten('', JSON.parse(text), found);
  } catch {
    found.set('', text);
  }
  return found;
}

function flatten(name: string, value: unknown, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, part] of Object.entries(value))
      flatten(name ? `${name}.${key}` : key, part, into);
  } else if (value !== null) {
    into.set(name, Array.isArray(value) ? value.map(plain).join(', ') : plain(value));
  }
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
