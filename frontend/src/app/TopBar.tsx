/** The banner: where home is, whose session this is, and the ways to one's profile and out. */
import { Link } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { openProfile, sessionSettings, signOut, useSession } from '@/kernel/session';
import { Button, Icon, Logo } from '@/ui';
import { labels } from './labels';
import { MENU_ID } from './MainMenu';

interface TopBarProps {
  menuOpen: boolean;
  settingsOpen: boolean;
  onToggleMenu: () => void;
  onToggleSettings: () => void;
}

export function TopBar({ menuOpen, settingsOpen, onToggleMenu, onToggleSettings }: TopBarProps) {
  const words = useLabels(labels);
  const { name } = useSession();
  const realm = sessionSettings()?.realmName;
  return (
    <header className="s-topbar">
      <Button look="quiet" icon="bars" aria-label={words.toggleMenu} aria-expanded={menuOpen} aria-controls={MENU_ID} onClick={onToggleMenu} />
      <Link to={paths.journals} className="s-home"><Logo /></Link>
      {realm && <span className="s-realm">{realm}</span>}
      <div className="s-topbar-end">
        <span className="s-person"><span className="g-sr">{words.accountMenu} </span><Icon name="user" /><span className="s-name">{name}</span></span>
        <Button look="quiet" icon="id-card" aria-label={words.profile} title={words.profile} onClick={() => void openProfile()} />
        <Button look="quiet" icon="cog" aria-label={words.settings} title={words.settings} aria-expanded={settingsOpen} data-settings-trigger onClick={onToggleSettings} />
        <Button look="quiet" icon="sign-out" aria-label={words.logout} title={words.logout} onClick={() => void signOut()} />
      </div>
    </header>
  );
}
