/**
 * What a browser fetches before it shows something, worked out from a build's manifest. Sizes
 * are of the gzipped bytes; fonts are compressed already and count as they are.
 */
export interface Chunk {
  file: string;
  imports?: readonly string[];
  css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** A chunk and everything it cannot run without. */
export function closure(manifest: Manifest, entry: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`the build has no ${entry}`);
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const name of chunk.imports ?? []) closure(manifest, name, seen);
  return seen;
}

export interface Parts {
  scripts: ReadonlySet<string>;
  styles: ReadonlySet<string>;
}

/** The files of some entries together, each counted once. */
export function partsOf(manifest: Manifest, ...entries: readonly string[]): Parts {
  const chunks = [...new Set(entries.flatMap((entry) => [...closure(manifest, entry)]))].flatMap(
    (name) => manifest[name] ?? [],
  );
  return {
    scripts: new Set(chunks.map(({ file }) => file)),
    styles: new Set(chunks.flatMap(({ css }) => css ?? [])),
  };
}

/** The fonts that a stylesheet brings, of those it draws everything with. */
export function fontsIn(stylesheet: string): string[] {
  return [...stylesheet.matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)].map(([, url = '']) =>
    url.replace(/^(\.\/|\/assets\/)/, 'assets/'),
  );
}
