/** All that is left in a tab after its person signed out in another one. */
import { useLabels } from '@/kernel/i18n';
import { signIn } from '@/kernel/session';
import { Button, EmptyState } from '@/ui';
import { labels } from './labels';

export function SignedOut() {
  const words = useLabels(labels);
  return (
    <main id="content">
      <EmptyState picture="inbox" title={words.signedOut}>
        <p>{words.signedOutHelp}</p>
        <Button onClick={() => void signIn()}>{words.signIn}</Button>
      </EmptyState>
    </main>
  );
}
