/** The sidebar: a search over the menu, and the main navigation. */
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { connection } from '@/kernel/connection';
import { useLabels } from '@/kernel/i18n';
import { inPeriod, period, usePeriod } from '@/kernel/period';
import { useVerbs } from '@/kernel/permissions';
import { useStore } from '@/kernel/store';
import { Icon } from '@/ui';
import { labels } from './labels';
import { entryAt, menuFor, searchMenu, type MenuEntry, type MenuGroup } from './menu';
import { fetchScreen } from './ScreenRoutes';

export const MENU_ID = 'main-menu';

export function MainMenu({ hidden, onNavigate }: { hidden: boolean; onNavigate: () => void }) {
  const words = useLabels(labels);
  const verbs = useVerbs();
  const online = useStore(connection) !== 'lost';
  const navigate = useNavigate();
  const [sought, setSought] = useState('');
  const nav = useRef<HTMLElement>(null);
  const menu = menuFor({ verbs, online }, words);
  const groups = searchMenu(menu, sought);
  const location = useLocation();
  const here = entryAt(menu, location);
  const first = groups.flatMap(({ entries }) => entries).find(({ unavailable }) => !unavailable);
  const leave = (to: string) => {
    setSought('');
    // The page that is open begins at the top too; another one's place is kept for Back.
    if (to === location.pathname) window.scrollTo(0, 0);
    onNavigate();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') nav.current?.querySelector('a')?.focus();
    else if (event.key === 'Enter' && sought && first) {
      void navigate(inPeriod(first.to, period()));
      leave(first.to);
    } else if (event.key === 'Escape' && sought) setSought('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="s-sidebar" id={MENU_ID} inert={hidden}>
      <search className="s-menu-search" aria-label={words.searchMenu}>
        <Icon name="search" />
        <input
          type="search"
          className="p-inputtext p-component"
          value={sought}
          placeholder={words.searchMenu}
          aria-label={words.searchMenu}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={onKey}
        />
      </search>
      <nav ref={nav} aria-label={words.mainMenu}>
        {groups.map((group) => (
          <Group key={group.label} group={group} here={here} onNavigate={leave} />
        ))}
      </nav>
      <p className="s-menu-none" role="status">
        {groups.length === 0 && words.searchMenuNone(sought)}
      </p>
    </div>
  );
}

function Group({
  group,
  here,
  onNavigate,
}: {
  group: MenuGroup;
  here: string | null;
  onNavigate: (to: string) => void;
}) {
  const heading = useId();
  return (
    <>
      {group.separated && <hr className="s-separator" />}
      <div className="s-group">
        <h2 id={heading}>{group.label}</h2>
        <ul aria-labelledby={heading}>
          {group.entries.map((entry) => (
            <Entry key={entry.to} entry={entry} here={here} onNavigate={onNavigate} />
          ))}
        </ul>
      </div>
    </>
  );
}

interface EntryProps {
  entry: MenuEntry;
  here: string | null;
  onNavigate: (to: string) => void;
}

function Entry({ entry, here, onNavigate }: EntryProps) {
  const words = useLabels(labels);
  const list = useId();
  const within = entry.to === here || (entry.items ?? []).some(({ to }) => to === here);
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? within;
  if (!entry.items?.length)
    return (
      <li>
        <EntryLink entry={entry} here={here} onNavigate={onNavigate} />
      </li>
    );
  return (
    <li>
      <div className="s-parent">
        <EntryLink entry={entry} here={here} onNavigate={onNavigate} />
        <button
          type="button"
          className="s-expand"
          aria-expanded={open}
          aria-controls={list}
          aria-label={words.pagesBelow(entry.label)}
          onClick={() => setOpened(!open)}
        >
          <Icon name="chevron-down" />
        </button>
      </div>
      <ul id={list} className="s-nested" hidden={!open} aria-label={entry.label}>
        {entry.items.map((item) => (
          <li key={item.to}>
            <EntryLink entry={item} here={here} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function EntryLink({ entry, here, onNavigate }: EntryProps) {
  const chosen = usePeriod();
  const content = (
    <>
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
      {entry.badge}
    </>
  );
  if (entry.unavailable) {
    return (
      <span
        className="s-entry s-unavailable"
        role="link"
        aria-disabled="true"
        title={entry.unavailable}
      >
        {content}
        <span className="g-sr">, {entry.unavailable}</span>
      </span>
    );
  }
  // Whoever is about to go there finds it loaded.
  const fetch = () => void fetchScreen(entry.to);
  return (
    <Link
      to={inPeriod(entry.to, chosen)}
      className="s-entry"
      aria-current={entry.to === here ? 'page' : undefined}
      onClick={() => onNavigate(entry.to)}
      onPointerEnter={fetch}
      onFocus={fetch}
    >
      {content}
    </Link>
  );
}
