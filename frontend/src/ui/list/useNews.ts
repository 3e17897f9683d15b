/** Marks rows that came or changed, for as long as somebody needs to find them. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newsBetween, type News } from './news';
import type { Seen } from './pages';

const MARKED_MS = 10_000;
const NO_NEWS: ReadonlyMap<string, News> = new Map();

interface Known<Row> {
  question: string;
  readAt: string | null;
  pages: Seen<Row>['pages'];
}

export function useNews<Row>(
  question: string,
  { pages, readAt }: Seen<Row>,
  rowKey: (row: Row) => string,
): ReadonlyMap<string, News> {
  const [marked, setMarked] = useState(NO_NEWS);
  const known = useRef<Known<Row>>({ question, readAt, pages });
  useLayoutEffect(() => {
    const was = known.current;
    known.current = { question, readAt, pages };
    if (was.question !== question) setMarked(NO_NEWS);
    // What this page changed in place is no news to whoever did it.
    if (was.question !== question || was.readAt === null || was.readAt === readAt) return;
    const news = newsBetween(was.pages, pages, rowKey);
    if (news.size > 0) setMarked((now) => new Map([...now, ...news]));
  }, [question, readAt, pages, rowKey]);
  useEffect(() => {
    if (marked.size === 0) return undefined;
    const timer = setTimeout(() => setMarked(NO_NEWS), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
}
