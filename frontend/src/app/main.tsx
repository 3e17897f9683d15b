/** Starts the console: sign in first, then draw. Before sign-in nothing is shown. */
import '@/ui/ui.css';
import './shell.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { clearCaches } from '@/kernel/clients';
import { followFaults } from '@/kernel/faults';
import { isFramed } from '@/kernel/framed';
import { adoptPeriod } from '@/kernel/period';
import { followPermissions } from '@/kernel/permissions';
import { sayRefusals } from '@/kernel/problems';
import { followReleases } from '@/kernel/release';
import { pathAhead } from '@/kernel/returnAddress';
import { startFramedSession, startSession } from '@/kernel/session';
import { pageSettings } from '@/kernel/settings';
import { followAppearance } from '@/kernel/themes';
import { currentRefusals, startTooltips } from '@/ui';
import { App } from './App';
import { fetchScreen } from './ScreenRoutes';
import { SignInTrouble } from './SignInTrouble';

async function start(root: HTMLElement): Promise<void> {
  sayRefusals((refused) => currentRefusals().problem(refused));
  const appearance = followAppearance();
  const settings = pageSettings(location, globalThis.window.giroscope);
  const drawn = createRoot(root);
  const ahead = pathAhead();
  // While the provider is asked for the token, the screen comes.
  const screen = ahead ? fetchScreen(ahead) : undefined;
  try {
    // The page's settings are those of its company: without them there may be none.
    if (!globalThis.window.giroscope) await (await import('@/kernel/company')).ensureCompany();
    if (isFramed()) {
      const [{ FramedSignIn }] = await Promise.all([import('./FramedSignIn'), appearance]);
      drawn.render(<FramedSignIn />);
      await startFramedSession(settings, clearCaches);
    } else if (!(await startSession(settings, clearCaches))) return;
  } catch (cause) {
    console.error('Failed to authenticate', cause);
    await appearance;
    drawn.render(<SignInTrouble cause={cause} settings={settings} again={reload} />);
    return;
  }
  adoptPeriod(location);
  await Promise.all([appearance, followPermissions(), screen]);
  followReleases();
  followFaults();
  // In slices, between which the page answers.
  startTransition(() => drawn.render(<App />));
  // Nobody waits for them while the first page is drawn.
  void startTooltips();
}

function reload(): void {
  location.reload();
}

// A page kept for the Back button would show what an earlier person saw.
addEventListener('pageshow', (event) => {
  if (event.persisted) reload();
});

const root = document.getElementById('root');
if (root) void start(root);
