/**
 * A document that is being read: its lines and elements are asked for piece by piece. A large
 * one is cut in a worker, so that the screen stays free; a small one here, at once.
 */
import { XmlIndex, type Hit, type TreeNode } from './xmlIndex';

export interface Outline {
  lines: number;
  elements: number;
  isXml: boolean;
}

export interface Reader {
  outline: Outline;
  lines: (from: number, to: number) => Promise<readonly string[]>;
  children: (parent: number, from: number, count: number) => Promise<readonly TreeNode[]>;
  find: (needle: string) => Promise<readonly Hit[]>;
  close: () => void;
}

export type Question =
  | { id: number; ask: 'open'; bytes: ArrayBuffer }
  | { id: number; ask: 'lines'; from: number; to: number }
  | { id: number; ask: 'children'; parent: number; from: number; count: number }
  | { id: number; ask: 'find'; needle: string };

export interface Reply {
  id: number;
  value: unknown;
}

/** Smaller than this it is cut at once: a worker would take longer to start. */
const SMALL_BYTES = 300_000;

/** Begin to read a document's text, given as UTF-8. */
export async function openReader(bytes: ArrayBuffer): Promise<Reader> {
  const isSmall = bytes.byteLength < SMALL_BYTES;
  return isSmall || typeof Worker === 'undefined' ? readHere(bytes) : readInWorker(bytes);
}

/** What the worker answers too, so that both readers say the same. */
export function answerOf(index: XmlIndex, question: Exclude<Question, { ask: 'open' }>): unknown {
  if (question.ask === 'lines') return index.lines(question.from, question.to);
  if (question.ask === 'children')
    return index.children(question.parent, question.from, question.count);
  return index.find(question.needle);
}

export function outlineOf(index: XmlIndex): Outline {
  return { lines: index.lineCount, elements: index.elementCount, isXml: index.isXml };
}

function readHere(bytes: ArrayBuffer): Reader {
  const index = new XmlIndex(new TextDecoder().decode(bytes));
  return {
    outline: outlineOf(index),
    lines: async (from, to) => index.lines(from, to),
    children: async (parent, from, count) => index.children(parent, from, count),
    find: async (needle) => index.find(needle),
    close: () => undefined,
  };
}

async function readInWorker(bytes: ArrayBuffer): Promise<Reader> {
  const worker = new Worker(new URL('cutting.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  worker.addEventListener('message', ({ data: { id, value } }: MessageEvent<Reply>) => {
    waiting.get(id)?.resolve(value as never);
    waiting.delete(id);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  });
  const ask = async <T>(question: Record<string, unknown>, move: Transferable[] = []) =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, ...question }, move);
    });
  const outline = await ask<Outline>({ ask: 'open', bytes }, [bytes]);
  return {
    outline,
    lines: async (from, to) => ask({ ask: 'lines', from, to }),
    children: async (parent, from, count) => ask({ ask: 'children', parent, from, count }),
    find: async (needle) => ask({ ask: 'find', needle }),
    close: () => worker.terminate(),
  };
}
