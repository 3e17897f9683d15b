/** The frame of screens that other programs open: whose books, who is signed in, and the screen. */
import type { ReactNode } from 'react';
import { useMessagePoll } from '@/features/messages';
import { useLabels } from '@/kernel/i18n';
import { sessionLost, signInHere, useSession } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Dialog, Icon, Logo, ToastArea } from '@/ui';
import { labels } from './labels';
import { useNavigationEffects } from './navigation';
import { Notices } from './Notices';
import { Whereabouts } from './TopBar';

export function BlankShell({ children }: { children: ReactNode }) {
  const words = useLabels(labels);
  const { name } = useSession();
  const lost = useStore(sessionLost);
  useNavigationEffects();
  useMessagePoll();
  return (
    <div className="s-blank">
      <a className="s-skip" href="#content">
        {words.skip}
      </a>
      <header className="s-topbar">
        <Logo />
        <Whereabouts />
        <span className="s-person">
          <Icon name="user" />
          <span className="g-sr">{words.accountMenu} </span>
          <span className="s-name" title={name}>
            {name}
          </span>
        </span>
      </header>
      <div className="s-column">
        <Notices />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ToastArea apart />
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
