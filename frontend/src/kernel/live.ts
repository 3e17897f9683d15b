/**
 * One live picture: the poll tells which topics changed. Whatever on screen shows them is read
 * anew, and what no screen shows at present is forgotten, so that what is held is true.
 */
import type { DocumentNode } from 'graphql';
import { noteChange } from './changes';
import { dataClient } from './clients';
import { aboutAny, rootsOf } from './topics';

export interface TopicVersion {
  topic: string;
  version: string;
}

type IsAbout = (document: DocumentNode) => boolean;

const listeners = new Set<(isAbout: IsAbout) => void>();
/** What is known of each topic; empty until the first answer. */
let known: ReadonlyMap<string, string> | null = null;
/** Changed while nobody looked. */
let waiting = new Set<string>();

/** Be told when the poll tells of a change, with what says whether a question is about it. */
export function onTold(listener: (isAbout: IsAbout) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Take in what the poll told. The first answer is where everything on screen stands already. */
export function hearChanges(told: readonly TopicVersion[]): void {
  const before = known;
  known = new Map([
    ...(before ?? []),
    ...told.map(({ topic, version }) => [topic, version] as const),
  ]);
  if (before === null) return;
  for (const { topic, version } of told) if (before.get(topic) !== version) waiting.add(topic);
  readAnew();
}

/** Begin anew, as with another person. */
export function forgetChanges(): void {
  known = null;
  waiting = new Set();
}

function readAnew(): void {
  // A tab that nobody sees asks for nothing; it makes up for it when it is looked at.
  if (waiting.size === 0 || document.hidden) return;
  const isField = aboutAny(waiting);
  waiting = new Set();
  const isAbout: IsAbout = (asked) => rootsOf(asked).some(isField);
  noteChange(isField);
  for (const query of dataClient.getObservableQueries('active'))
    // What cannot be read now is told where it is asked for.
    if (isAbout(query.query)) void query.refetch().catch(() => undefined);
  for (const listener of listeners) listener(isAbout);
}

document.addEventListener('visibilitychange', readAnew);
