/** The check of files in a frame of another program, before anybody is signed in. */
import { useEffect } from 'react';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { signInHere, windowRefused } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Button, Icon, Logo, Page } from '@/ui';
import { framedLabels } from './framedLabels';
import { Whereabouts } from './TopBar';

export function FramedSignIn() {
  const words = useLabels(framedLabels);
  const refused = useStore(windowRefused);
  useEffect(() => {
    // The screen that follows is in the same chunk.
    void import('@/features/payments/screen').then(({ tellErp }) =>
      tellErp({ type: 'giroscope.signIn' }),
    );
  }, []);
  return (
    <div className="s-blank">
      <header className="s-topbar">
        <Logo />
        <Whereabouts hasRibbon={false} />
      </header>
      <div className="s-column">
        <main id="content">
          <Page title={words.framedSignIn} lead={words.framedSignInHelp}>
            <div className="g-stack">
              <div className="g-actions">
                <Button look="primary" icon="sign-in" onClick={() => void signInHere()}>
                  {words.framedSignInOpen}
                </Button>
              </div>
              <div role="status">
                {refused && (
                  <p className="g-notice g-tone-warn">
                    <Icon name="exclamation-triangle" />
                    <span>
                      {words.framedRefused(location.host)}{' '}
                      <a href={paths.validation} target="_blank" rel="noopener">
                        {words.framedAlone}
                      </a>
                    </span>
                  </p>
                )}
              </div>
              <p className="g-muted">{words.framedReload}</p>
            </div>
          </Page>
        </main>
      </div>
    </div>
  );
}
