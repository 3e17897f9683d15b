/**
 * One live picture: the poll tells which topics changed. Whatever on screen shows them is read
 * anew, and what no screen shows at present is forgotten, so that what is held is true.
 */
import type { DocumentNode } from 'graphql';
import { noteChange } from './changes';
import { dataClient } from './clients';
import { problemOf, type ProblemKind } from './problems';
import { aboutAny, rootsOf } from './topics';

export interface TopicVersion {
  topic: string;
  version: string;
}

type IsAbout = (document: DocumentNode) => boolean;
/** Be told what a reading ended with; what failed for want of time is read again. */
type Ended = (error: unknown) => void;
type Listener = (isAbout: IsAbout, ended: Ended) => void;

/** Failures that pass by themselves. */
const PASSING: ReadonlySet<ProblemKind> = new Set(['busy', 'offline']);
const listeners = new Set<Listener>();
/** What is known of each topic; empty until the first answer. */
let known: ReadonlyMap<string, string> | null = null;
/** Changed while nobody looked, or while the server had no time. */
let waiting = new Set<string>();

/** Be told when the poll tells of a change, with what says whether a question is about it. */
export function onTold(listener: Listener): () => void {
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
  const topics = waiting;
  const isField = aboutAny(topics);
  waiting = new Set();
  const isAbout: IsAbout = (asked) => rootsOf(asked).some(isField);
  // The next answer of the poll finds what failed now still waiting.
  const ended: Ended = (error) => {
    if (error !== undefined && PASSING.has(problemOf(error).kind))
      waiting = new Set([...waiting, ...topics]);
  };
  noteChange(isField);
  // Lists first: they take longest, and are what people look at.
  for (const listener of listeners) listener(isAbout, ended);
  for (const query of dataClient.getObservableQueries('active'))
    // What cannot be read now is told where it is asked for.
    if (isAbout(query.query)) void query.refetch().catch(ended);
}

document.addEventListener('visibilitychange', readAnew);
