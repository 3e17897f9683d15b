/** The frame of the console: banner, menu, content, footer, notifications and settings. */
import { lazy, Suspense, type ReactNode } from 'react';
import { walk } from '@/features/demo';
import { useMessagePoll } from '@/features/messages';
import { useLabels } from '@/kernel/i18n';
import { sessionLost, sessionSettings, signInHere } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Dialog, Logo, ToastArea } from '@/ui';
import { useMenu, useSettings } from './frame';
import { labels } from './labels';
import { Overlay, useOverlay } from './Overlay';
import { MainMenu } from './MainMenu';
import { useNavigationEffects } from './navigation';
import { Notices } from './Notices';
import { TopBar } from './TopBar';

const WalkBar = lazy(async () => ({ default: (await import('@/features/demo/screen')).WalkBar }));
const fetchPanel = async () => (await import('./settings/SettingsPanel')).SettingsPanel;

export function Shell({ children }: { children: ReactNode }) {
  const words = useLabels(labels);
  const menu = useMenu();
  const settings = useSettings(fetchPanel);
  const overlay = useOverlay();
  const lost = useStore(sessionLost);
  const walking = useStore(walk) !== null;
  const version = sessionSettings()?.version;
  useNavigationEffects();
  useMessagePoll();
  return (
    <div
      className={`s-shell${menu.floating ? ' s-floating' : ''}${menu.open ? ' s-menu-open' : ''}`}
      onKeyDown={menu.onKeyDown}
    >
      <a className="s-skip" href="#content">
        {words.skip}
      </a>
      <TopBar
        menuOpen={menu.open}
        menuButton={menu.button}
        settingsOpen={settings.open}
        settingsButton={settings.button}
        onToggleMenu={menu.toggle}
        onToggleSettings={settings.toggle}
        onSearch={overlay.search}
      />
      <MainMenu hidden={!menu.open} onNavigate={menu.close} />
      {menu.floating && menu.open && (
        <button
          type="button"
          className="s-scrim"
          tabIndex={-1}
          aria-label={words.closeMenu}
          onClick={menu.close}
        />
      )}
      {/* Behind the floating menu nothing is reached by key or by ear. */}
      <div className="s-column" inert={menu.floating && menu.open}>
        <Notices />
        {walking && (
          <Suspense>
            <WalkBar />
          </Suspense>
        )}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer className="s-footer">
          <Logo />
          {version && <span>{words.version(version)}</span>}
        </footer>
      </div>
      <ToastArea />
      {settings.Panel && <settings.Panel onClose={settings.close} />}
      <Overlay {...overlay} openSettings={settings.show} />
      {lost && (
        <Dialog
          title={words.sessionLost}
          confirm={words.signIn}
          onConfirm={() => void signInHere()}
        >
          <p>{words.sessionLostHelp}</p>
        </Dialog>
      )}
    </div>
  );
}
