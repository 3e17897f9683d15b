/** The banner: where home is, whose session this is and where, and the ways to one's profile and out. */
import type { Ref } from 'react';
import { Link } from 'react-router';
import { DemoRibbon } from '@/features/demo';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { openProfile, sessionSettings, signOut, useSession } from '@/kernel/session';
import { keyCaps, SHORTCUTS } from '@/kernel/shortcuts';
import { Button, Icon, Logo } from '@/ui';
import { labels } from './labels';
import { MENU_ID } from './MainMenu';

interface TopBarProps {
  menuOpen: boolean;
  menuButton: Ref<HTMLButtonElement>;
  settingsOpen: boolean;
  settingsButton: Ref<HTMLButtonElement>;
  onToggleMenu: () => void;
  onToggleSettings: () => void;
  onSearch: () => void;
}

export function TopBar({
  menuOpen,
  menuButton,
  settingsOpen,
  settingsButton,
  onToggleMenu,
  onToggleSettings,
  onSearch,
}: TopBarProps) {
  const words = useLabels(labels);
  const { name } = useSession();
  return (
    <header className="s-topbar">
      <Button
        ref={menuButton}
        look="quiet"
        icon="bars"
        aria-label={words.toggleMenu}
        title={words.toggleMenu}
        aria-expanded={menuOpen}
        aria-controls={MENU_ID}
        onClick={onToggleMenu}
      />
      <Link to={paths.journals} className="s-home">
        <Logo />
      </Link>
      <Whereabouts />
      <button
        type="button"
        className="s-search"
        aria-label={words.search}
        aria-keyshortcuts="Control+K Meta+K"
        title={words.search}
        onClick={onSearch}
      >
        <Icon name="search" />
        <span className="s-search-words" aria-hidden="true">
          {words.searchShort}
        </span>
        {/* Drawn by the style sheet: as text it would be a visible label that the name lacks (WCAG 2.5.3). */}
        <kbd data-keys={keyCaps(SHORTCUTS.everywhere.palette[0]).join(' ')} />
      </button>
      <span className="s-person">
        <Icon name="user" />
        <span className="g-sr">{words.accountMenu} </span>
        <span className="s-name" title={name}>
          {name}
        </span>
      </span>
      <div className="s-topbar-end">
        <Button
          look="quiet"
          icon="id-card"
          aria-label={words.profile}
          title={words.profile}
          onClick={() => void openProfile()}
        />
        <Button
          ref={settingsButton}
          look="quiet"
          icon="cog"
          aria-label={words.settings}
          title={words.settings}
          aria-expanded={settingsOpen}
          data-settings-trigger
          onClick={onToggleSettings}
        />
        <Button
          look="quiet"
          icon="sign-out"
          aria-label={words.logout}
          title={words.logout}
          onClick={() => void signOut()}
        />
      </div>
    </header>
  );
}

/** Whose books these are, and whether they are real: always in sight where money is moved. The ribbon asks the server, which needs somebody signed in. */
export function Whereabouts({ hasRibbon = true }: { hasRibbon?: boolean }) {
  const words = useLabels(labels);
  const settings = sessionSettings();
  if (!settings) return null;
  const { realmName, environment } = settings;
  const known: Readonly<Record<string, string>> = {
    production: words.production,
    test: words.test,
  };
  return (
    <span className="s-where">
      <span className="g-sr">{words.tenant} </span>
      <span className="s-realm" title={realmName}>
        {realmName}
      </span>
      {environment && (
        <span
          className={`s-environment${environment === 'production' ? ' s-production' : ''}`}
          title={words.environmentHelp}
        >
          {known[environment] ?? environment}
        </span>
      )}
      {hasRibbon && environment !== 'production' && (
        <DemoRibbon label={words.demo} here={words.demoHere} help={words.demoHelp} />
      )}
    </span>
  );
}
