/**
 * Gives every operation a module of its own in a build. The generated file holds all of them,
 * and a bundler cannot cut a module in two: the first page would carry every room's questions.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const GENERATED = resolve(import.meta.dirname, '../src/generated/graphql.ts');
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@\/generated\/graphql';?/g;
const PREFIX = '\0operation:';

/** The source with each document imported from its own module; types stay where they are. */
export function splitImports(source: string): string {
  return source.replaceAll(IMPORT, (whole, names: string) => {
    const all = names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const documents = all.filter((name) => /^\w+Document$/.test(name));
    const rest = all.filter((name) => !documents.includes(name));
    if (documents.length === 0) return whole;
    const own = documents.map((name) => `import { ${name} } from 'operation:${name}';`);
    return [
      ...own,
      ...(rest.length > 0 ? [`import { ${rest.join(', ')} } from '@/generated/graphql';`] : []),
    ].join(' ');
  });
}

/** The module of one document, cut out of the generated file. */
export function documentModule(generated: string, name: string): string {
  const literal = new RegExp(`^export const ${name} = (\\{.*\\}) as unknown as`, 'm').exec(
    generated,
  )?.[1];
  if (!literal) throw new Error(`the generated file has no ${name}`);
  return `export const ${name} = ${literal};\n`;
}

export function splitDocuments(): Plugin {
  return {
    name: 'giroscope-split-documents',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return /\.tsx?$/.test(id) && code.includes("'@/generated/graphql'")
        ? { code: splitImports(code), map: null }
        : null;
    },
    resolveId(id) {
      return id.startsWith('operation:') ? `${PREFIX}${id.slice('operation:'.length)}` : null;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      return {
        code: documentModule(readFileSync(GENERATED, 'utf8'), id.slice(PREFIX.length)),
        moduleSideEffects: false,
      };
    },
  };
}
