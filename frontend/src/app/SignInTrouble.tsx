/** The page before anybody is signed in, when sign-in cannot work: why, and what to do. */
import { useEffect } from 'react';
import { useLabels } from '@/kernel/i18n';
import { OriginUnknown, ProviderSilent, untilProviderAnswers } from '@/kernel/provider';
import type { PageSettings } from '@/kernel/settings';
import { Button, EmptyState } from '@/ui';
import { labels } from './labels';

interface SignInTroubleProps {
  cause: unknown;
  settings: PageSettings;
  /** Begin anew; the address asked for stays. */
  again: () => void;
}

export function SignInTrouble({ cause, settings, again }: SignInTroubleProps) {
  const words = useLabels(labels);
  const silent = cause instanceof ProviderSilent;
  const isUnknown = cause instanceof OriginUnknown;
  const nobody = cause instanceof Error && cause.name === 'NoCompany';
  useEffect(() => {
    if (!silent) return undefined;
    let left = false;
    void untilProviderAnswers(settings).then(() => {
      if (!left) again();
    });
    return () => {
      left = true;
    };
  }, [silent, settings, again]);
  if (nobody) {
    return (
      <main id="content">
        <div role="alert">
          <EmptyState picture="search" title={words.noCompany}>
            <p>{words.noCompanyHelp(location.host)}</p>
          </EmptyState>
        </div>
      </main>
    );
  }
  return (
    <main id="content">
      <div role="alert">
        <EmptyState
          picture={silent ? 'offline' : 'break'}
          title={silent ? words.signInSilent : isUnknown ? words.originUnknown : words.signInFailed}
          actions={
            <Button look="primary" icon="refresh" onClick={again}>
              {silent ? words.askNow : words.signIn}
            </Button>
          }
        >
          <p>
            {silent
              ? words.signInSilentHelp
              : isUnknown
                ? words.originUnknownHelp(location.origin)
                : words.signInFailedHelp}
          </p>
          <p className="g-muted">{words.signInTroubleWhom(settings.identityUrl)}</p>
        </EmptyState>
      </div>
    </main>
  );
}
