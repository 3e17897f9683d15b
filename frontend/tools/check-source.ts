/**
 * Reads every source file and reports imports against the zones, words on screen that no
 * catalogue holds or only one language, default exports, and files beyond their budget of lines.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { handCounted, handListed, mistranslated, untranslated, walk } from './words.ts';
import { forbidden, forbiddenPackage, placeOf } from './zones.ts';

const SOURCE = resolve(import.meta.dirname, '../src');
// Walls; the guide is 400 lines.
const MOST_LINES = 550;
const MOST_TEST_LINES = 700;

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/generated/'));
}

function resolveImport(from: string, name: string): string | null {
  const base = name.startsWith('@/') ? join(SOURCE, name.slice(2)) : resolve(dirname(from), name);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')];
  return candidates.find((path) => /\.[a-z]+$/.test(path) && existsSync(path)) ?? null;
}

function importProblem(path: string, name: string): string | null {
  const from = placeOf(relative(SOURCE, path));
  if (!name.startsWith('.') && !name.startsWith('@/')) return forbiddenPackage(from, name);
  const target = resolveImport(path, name);
  if (!target || !target.startsWith(SOURCE)) return null;
  return isTest(path) ? null : forbidden(from, placeOf(relative(SOURCE, target)));
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

function problemsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const { program, module, errors } = parseSync(path, text);
  const line = (start: number) => text.slice(0, start).split('\n').length;
  const problems = errors.map((error) => `1: ${error.message}`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest: { value, start } }) => ({ value, start })),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: text.slice(start + 1, end - 1),
      start,
    })),
  ];
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) =>
      moduleRequest ? [{ value: moduleRequest.value, start: moduleRequest.start }] : [],
    ),
  );
  for (const { value, start } of [...imports, ...reexports]) {
    const problem = importProblem(path, value);
    if (problem) problems.push(`${line(start)}: import of ${value}: ${problem}`);
  }
  if (!text.startsWith('/**') && !isTest(path)) problems.push('1: a module opens with its purpose');
  const most = isTest(path) ? MOST_TEST_LINES : MOST_LINES;
  if (text.split('\n').length > most) problems.push(`1: longer than ${most} lines`);
  for (const node of walk(program)) {
    if (node.type === 'ExportDefaultDeclaration')
      problems.push(`${line(node.start)}: no default exports`);
    if (isTest(path)) continue;
    const words = untranslated(node);
    if (words) problems.push(`${line(node.start)}: words outside the catalogue: ${words}`);
    for (const problem of [mistranslated(node), handListed(node), handCounted(node)])
      if (problem) problems.push(`${line(node.start)}: ${problem}`);
  }
  return problems.map((problem) => `${relative(process.cwd(), path)}:${problem}`);
}

const problems = files(SOURCE).flatMap(problemsOf);
for (const problem of problems) console.error(problem);
console.log(`check-source: ${problems.length === 0 ? 'clean' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
