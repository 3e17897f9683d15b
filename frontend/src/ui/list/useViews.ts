/** The saved views of a list: which there are, which is in force, and what is done with them. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import {
  DeleteViewDocument,
  RenameViewDocument,
  SaveViewDocument,
  SavedViewsDocument,
  SetDefaultViewDocument,
  type SavedViewLineFragment,
} from '@/generated/graphql';
import { period } from '@/kernel/period';
import { UNTOLD } from '@/kernel/policies';
import { prefer, usePreference } from '@/kernel/preferences';
import { useStore } from '@/kernel/store';
import { useSearch } from '@/kernel/urlState';
import { attempt, type Answer } from '../acting';
import { AS_DECLARED } from './columnChoice';
import { columnChoiceOf } from './remembered';
import type { ListState } from './useList';
import { VIEW_KEY, VIEW_VERSION, isSameView, keptSearch, readView, writeView } from './viewState';

export type View = SavedViewLineFragment;

export interface Views {
  all: readonly View[];
  /** Why they are not there, when they could not be read. */
  error: unknown;
  current: View | null;
  isChanged: boolean;
  show: (view: View | null) => void;
  /** Each returns the reason when it was refused. */
  save: (name: string, shared: boolean, over?: View) => Promise<string | null>;
  rename: (view: View, name: string) => Promise<string | null>;
  remove: (view: View) => Promise<string | null>;
  beginWith: (view: View | null) => Promise<string | null>;
}

export function useViews<Row>({ name, passing, standing }: ListState<Row>): Views {
  const [search, setSearch] = useSearch();
  const choices = columnChoiceOf(name);
  const columns = useStore(choices);
  const density = usePreference('density');
  const { data, error, refetch } = useQuery(SavedViewsDocument, {
    variables: { list: name },
    fetchPolicy: UNTOLD,
  });
  const all = useMemo(() => data?.savedViews ?? [], [data]);
  const current = all.find(({ id }) => id === search.get(VIEW_KEY)) ?? null;
  const shown = { search: keptSearch(search, passing), columns, density };

  const show = useCallback(
    (view: View | null, isArrival = false) =>
      setSearch(
        (now) => {
          // Who has opened a record meanwhile, or asked for something, is left there.
          if (isArrival && !asksNothing(now, standing)) return now;
          const state = readView(view?.state ?? '{}');
          const next = new URLSearchParams(state.search);
          for (const [key, value] of now)
            if (standing.includes(key) || (isPeriod(key, value) && !next.has(key)))
              next.set(key, value);
          if (view) next.set(VIEW_KEY, view.id);
          choices.set(view ? state.columns : AS_DECLARED);
          if (view) prefer({ density: state.density });
          return next;
        },
        { replace: isArrival },
      ),
    [choices, setSearch, standing],
  );

  // Whoever comes to the list without asking for anything begins with the default view.
  const isArrival = useRef(
    useNavigationType() !== NavigationType.Pop || asksNothing(search, standing),
  );
  useEffect(() => {
    if (!isArrival.current || !data) return;
    isArrival.current = false;
    const first = all.find(({ isDefault }) => isDefault);
    if (first && asksNothing(search, standing)) show(first, true);
  }, [data, all, search, show, standing]);

  const [saveView] = useMutation(SaveViewDocument);
  const [renameView] = useMutation(RenameViewDocument);
  const [deleteView] = useMutation(DeleteViewDocument);
  const [setDefaultView] = useMutation(SetDefaultViewDocument);
  const ended = async (act: Promise<Answer | undefined>, then?: (id: string | null) => void) => {
    const { id, refused } = await attempt(async () => act);
    if (refused) return refused.message;
    await refetch().catch(() => undefined);
    then?.(id || null);
    return null;
  };
  const named = (id: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set(VIEW_KEY, id);
        else next.delete(VIEW_KEY);
        return next;
      },
      { replace: true },
    );

  return {
    all,
    error,
    current,
    isChanged: current !== null && !isSameView(readView(current.state), shown),
    show,
    save: (title, shared, over) =>
      ended(
        saveView({
          variables: {
            view: {
              list: name,
              name: title,
              shared,
              state: writeView(shown),
              version: VIEW_VERSION,
              ...(over ? { id: over.id } : {}),
            },
          },
        }).then((answer) => answer.data?.saveView),
        named,
      ),
    rename: (view, title) =>
      ended(
        renameView({ variables: { id: view.id, name: title } }).then(
          (answer) => answer.data?.renameView,
        ),
      ),
    remove: (view) =>
      ended(
        deleteView({ variables: { id: view.id } }).then((answer) => answer.data?.deleteView),
        () => {
          if (view.id === current?.id) named(null);
        },
      ),
    beginWith: (view) =>
      ended(
        setDefaultView({ variables: { list: name, id: view?.id ?? null } }).then(
          (answer) => answer.data?.setDefaultView,
        ),
      ),
  };
}

/** Whether the address says no more than which part of a screen is open, and the period worked in. */
const asksNothing = (search: URLSearchParams, standing: readonly string[]): boolean =>
  [...search].every(([key, value]) => standing.includes(key) || isPeriod(key, value));

function isPeriod(key: string, value: string): boolean {
  const { fromDate, toDate, isChosen } = period();
  return (
    isChosen &&
    value ===
      new Map([
        ['from', fromDate],
        ['to', toDate],
      ]).get(key)
  );
}
