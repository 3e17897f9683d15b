/**
 * The pages of recent questions, so that Back shows at once what was there. Nothing stays
 * when the person changes: the lists are emptied with the caches.
 */
import type { TypedDocumentNode } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { onChange } from '@/kernel/changes';
import { dataClient } from '@/kernel/clients';
import { onTold } from '@/kernel/live';
import { NOT_KEPT } from '@/kernel/policies';
import { isTold, rootsOf } from '@/kernel/topics';
import type { PageVariables } from '@/kernel/urlState';
import { createPages, type Connection, type Pages } from './pages';

const MOST_QUESTIONS = 5;
const recent = new Map<string, Pages<unknown>>();
const mounted = new Set<Pages<unknown>>();
const documents = new WeakMap<Pages<unknown>, DocumentNode>();
/** Lists of which nothing was told since they were read; those of the rest are read anew each time. */
const fresh = new WeakSet<Pages<unknown>>();

dataClient.onClearStore(async () => {
  recent.clear();
});

export interface Question<D, Row> {
  document: TypedDocumentNode<D, never>;
  variables: object;
  connection: (data: D) => Connection<Row>;
}

/** The pages of a question, those of an earlier time where they are still held. */
export function pagesFor<D, Row>(
  key: string,
  { document, variables, connection }: Question<D, Row>,
): Pages<Row> {
  const known = recent.get(key) as Pages<Row> | undefined;
  if (known) {
    recent.delete(key);
    recent.set(key, known as Pages<unknown>);
    return known;
  }
  const pages = createPages<Row>(async (page: PageVariables) => {
    // Rows go past the client's cache: a hundred thousand of them would fill it.
    const { data } = await dataClient.query<D>({
      query: document,
      variables: { ...variables, ...page },
      fetchPolicy: NOT_KEPT,
    });
    if (data === undefined) throw new TypeError('the answer is empty');
    return connection(data);
  });
  recent.set(key, pages as Pages<unknown>);
  documents.set(pages as Pages<unknown>, document);
  for (const old of [...recent.keys()].slice(0, Math.max(0, recent.size - MOST_QUESTIONS)))
    recent.delete(old);
  return pages;
}

/** Count a list as shown until the returned function is called. */
export function mount(pages: Pages<never>): () => void {
  const known = pages as unknown as Pages<unknown>;
  mounted.add(known);
  // What was kept from an earlier visit is shown at once, and read anew behind it unless it holds.
  if (known.get().count !== null && !fresh.has(known)) void known.refresh();
  return () => {
    mounted.delete(known);
    const document = documents.get(known);
    if (document && isTold(document) && known.get().error === undefined) fresh.add(known);
  };
}

// A list on screen is read anew by whoever changes something, and by what the poll tells.
onChange((isMeant) => {
  for (const pages of recent.values()) {
    const document = documents.get(pages);
    if (!mounted.has(pages) && document && rootsOf(document).some(isMeant)) fresh.delete(pages);
  }
});

/** Read anew whatever lists are on screen, such as after an action that may change any row. */
export async function refreshLists(options?: { quiet?: boolean }): Promise<void> {
  await Promise.all([...mounted].map((pages) => pages.refresh(options)));
}

// Lists stay where they are and are filled anew behind what is shown.
onTold((isAbout, ended) => {
  for (const pages of mounted) {
    const document = documents.get(pages);
    if (document && isAbout(document))
      void pages.refresh({ quiet: true }).then(() => ended(pages.get().error));
  }
});
