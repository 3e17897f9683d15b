/** All that is left in a tab after its person signed out, here or in another one. */
import { useLabels } from '@/kernel/i18n';
import { signIn, signOutWaits } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Button, EmptyState } from '@/ui';
import { labels } from './labels';

export function SignedOut() {
  const words = useLabels(labels);
  if (useStore(signOutWaits)) {
    return (
      <main id="content" role="status">
        <EmptyState picture="inbox" title={words.signOutWaits}>
          <p>{words.signOutWaitsHelp}</p>
        </EmptyState>
      </main>
    );
  }
  return (
    <main id="content">
      <EmptyState picture="inbox" title={words.signedOut}>
        <p>{words.signedOutHelp}</p>
        <Button onClick={() => void signIn()}>{words.signIn}</Button>
      </EmptyState>
    </main>
  );
}
