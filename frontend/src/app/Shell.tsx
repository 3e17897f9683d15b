/** The frame of the console: banner, menu, content, footer, notifications and settings. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useMessagePoll } from '@/features/messages';
import { DESKTOP_FROM_PX } from '@/kernel/constants';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { sessionLost, signInHere } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Dialog, Logo, ToastArea } from '@/ui';
import { labels } from './labels';
import { MainMenu } from './MainMenu';
import { useNavigationEffects } from './navigation';
import { SettingsPanel } from './SettingsPanel';
import { SilentNotice } from './SilentNotice';
import { TopBar } from './TopBar';

export function Shell({ children }: { children: ReactNode }) {
  const words = useLabels(labels);
  const { menuType } = usePreferences();
  const desktop = useDesktop();
  const floating = !desktop || menuType === 'overlay';
  const [menuShown, setMenuShown] = useState(true);
  const [menuFloats, setMenuFloats] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { pathname } = useLocation();
  const lost = useStore(sessionLost);
  useNavigationEffects();
  useMessagePoll();
  useEffect(() => {
    setMenuFloats(false);
    setSettingsOpen(false);
  }, [pathname]);
  const menuOpen = floating ? menuFloats : menuShown;
  const toggleMenu = () => (floating ? setMenuFloats(!menuFloats) : setMenuShown(!menuShown));
  return (
    <div className={`s-shell${floating ? ' s-floating' : ''}${menuOpen ? ' s-menu-open' : ''}`} onKeyDown={(event) => { if (event.key === 'Escape' && floating && menuOpen) setMenuFloats(false); }}>
      <a className="s-skip" href="#content">{words.skip}</a>
      <TopBar menuOpen={menuOpen} settingsOpen={settingsOpen} onToggleMenu={toggleMenu} onToggleSettings={() => setSettingsOpen(!settingsOpen)} />
      <MainMenu hidden={!menuOpen} onNavigate={() => setMenuFloats(false)} />
      {floating && menuOpen && <button type="button" className="s-scrim" aria-label={words.closeMenu} onClick={() => setMenuFloats(false)} />}
      <div className="s-column">
        <SilentNotice />
        <main id="content" tabIndex={-1}>{children}</main>
        <footer className="s-footer"><Logo /></footer>
      </div>
      <ToastArea />
      {settingsOpen && <SettingsPanel onClose={() => setSettingsOpen(false)} />}
      {lost && (
        <Dialog title={words.sessionLost} confirm={words.signIn} onConfirm={() => void signInHere()}>
          <p>{words.sessionLostHelp}</p>
        </Dialog>
      )}
    </div>
  );
}

function useDesktop(): boolean {
  const query = `(min-width: ${DESKTOP_FROM_PX}px)`;
  const [desktop, setDesktop] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setDesktop(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return desktop;
}
