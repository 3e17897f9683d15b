/**
 * The command palette: screens, actions and every record, found by typing. A combobox with a
 * list of choices, so that the focus stays in the field and arrows move through the list.
 */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { markAllRead } from '@/features/messages';
import { connection } from '@/kernel/connection';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import { usePreferences } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { shortcutOf } from '@/kernel/shortcuts';
import { useStore } from '@/kernel/store';
import { Icon, useModal } from '@/ui';
import { labels as shellLabels } from '../labels';
import { menuFor } from '../menu';
import { Choices } from './Choices';
import { actionsFor, screensOf, type Entry, type EntryGroup, type FrameActions } from './entries';
import { Hints } from './Hints';
import { entryOf, groupsOf, theOne, useHits } from './hits';
import { kindWords, labels } from './labels';
import './palette.css';
import { recentChoices, rememberChoice } from './recent';

export interface PaletteProps extends Omit<FrameActions, 'markAllRead'> {
  /** What was pasted: looked for at once, and gone to when it is one record's own. */
  pasted: string;
  onClose: () => void;
}

export function Palette({ pasted, onClose, openSettings, openKeys }: PaletteProps) {
  const words = useLabels(labels);
  const navigate = useNavigate();
  const modal = useModal(onClose);
  const list = useId();
  const [typed, setTyped] = useState(pasted);
  const [at, setAt] = useState(0);
  /** Whether to go to the one record as soon as its answer is there. */
  const landing = useRef(pasted !== '');
  const text = typed.trim();
  const { found, pending } = useHits(text);
  const groups = useGroups(text, found, { openSettings, openKeys, markAllRead });
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(at, entries.length - 1)];

  const choose = (entry: Entry) => {
    if (entry.hit) rememberChoice(entry.hit);
    else if (typeof entry.choice === 'string') rememberChoice({ screen: entry.choice });
    onClose();
    // The dialog gives the focus back before something else takes it.
    if (typeof entry.choice === 'string') void navigate(entry.choice);
    else setTimeout(entry.choice);
  };
  useEffect(() => {
    if (pending || !landing.current) return;
    landing.current = false;
    const one = theOne(found);
    if (one) choose(entryOf(one));
  });
  const type = (next: string) => {
    landing.current = false;
    setTyped(next);
    setAt(0);
  };
  const onKey = (event: KeyboardEvent) => {
    const meant = shortcutOf(event, 'palette');
    if (meant === null || meant === 'leave' || event.nativeEvent.isComposing) return;
    // In a text, Home and End belong to the text.
    if ((meant === 'firstHit' || meant === 'lastHit') && typed) return;
    event.preventDefault();
    if (meant === 'take') {
      if (active) choose(active);
      else landing.current = pending;
      return;
    }
    const from = Math.min(at, entries.length - 1);
    const to = {
      nextHit: from + 1,
      previousHit: from - 1,
      firstHit: 0,
      lastHit: entries.length - 1,
    }[meant];
    setAt((to + entries.length) % Math.max(1, entries.length));
  };
  const empty = !pending && entries.length === 0;
  const said = pending
    ? words.searching
    : found.error
      ? words.failed
      : empty
        ? words.empty(text)
        : words.count(entries.length);
  return (
    <dialog
      {...modal}
      className="pa"
      aria-label={words.name}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="pa-field">
        <Icon name={pending ? 'spinner' : 'search'} />
        <input
          type="text"
          role="combobox"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          placeholder={words.placeholder}
          aria-label={words.name}
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${list}-${entries.indexOf(active)}` : undefined}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKey}
        />
        <button type="button" className="pa-close" aria-label={words.close} onClick={onClose}>
          <Icon name="times" />
        </button>
      </div>
      {entries.length > 0 && (
        <Choices
          id={list}
          groups={groups}
          active={active}
          onChoose={choose}
          onPoint={(entry) => setAt(entries.indexOf(entry))}
        />
      )}
      {found.error !== undefined && !pending && <Trouble error={found.error} />}
      {empty && !found.error && (
        <div className="pa-none">
          <p>{words.empty(text)}</p>
          <p className="g-muted">{words.emptyHelp}</p>
        </div>
      )}
      <p className="g-sr" role="status">
        {said}
      </p>
      <Hints />
    </dialog>
  );
}

/** A search that failed says so, and with which id to ask about it. */
function Trouble({ error }: { error: unknown }) {
  const words = useLabels(labels);
  const { detail, correlationId } = problemOf(error);
  return (
    <p className="pa-trouble" role="alert">
      <Icon name="exclamation-triangle" />{' '}
      {[detail ?? words.failed, correlationId].filter(Boolean).join(' · ')}
    </p>
  );
}

/** Without a text what was chosen lately comes first; a wholly fitting record comes before all. */
function useGroups(
  text: string,
  found: Parameters<typeof groupsOf>[0],
  frame: FrameActions,
): readonly EntryGroup[] {
  const words = useLabels(labels);
  const shell = useLabels(shellLabels);
  const kinds = useLabels(kindWords);
  const verbs = useVerbs();
  const choice = usePreferences();
  const online = useStore(connection) !== 'lost';
  const [recent] = useState(recentChoices);
  const menu = useMemo(() => menuFor({ verbs, online }, shell), [verbs, online, shell]);
  const screens = screensOf(menu, text);
  const own: readonly EntryGroup[] = [
    { key: 'screens', name: words.screens, entries: screens },
    { key: 'actions', name: words.actions, entries: actionsFor(words, choice, frame, text, verbs) },
  ];
  if (!text) {
    const chosen = recent.flatMap((each) =>
      'screen' in each ? screens.filter(({ key }) => key === each.screen) : [entryOf(each)],
    );
    const rest = own.map((group) => ({
      ...group,
      entries: group.entries.filter(({ key }) => !chosen.some((each) => each.key === key)),
    }));
    return [{ key: 'recent', name: words.recent, entries: chosen }, ...rest].filter(
      ({ entries }) => entries.length > 0,
    );
  }
  const hits = groupsOf(found, text, kinds);
  const isExact = hits.some(({ entries }) => entries.some(({ hit }) => hit?.exact));
  return (isExact ? [...hits, ...own] : [...own, ...hits]).filter(
    ({ entries }) => entries.length > 0,
  );
}
