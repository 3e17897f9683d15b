/** All that is left of the console when the provider has ended the session, on the way to sign-in. */
import { useLabels } from '@/kernel/i18n';
import { Button, EmptyState } from '@/ui';
import { labels } from './labels';
import { sessionLabels } from './sessionLabels';

export function SessionEnded() {
  const words = useLabels(sessionLabels);
  const { signIn } = useLabels(labels);
  return (
    <main id="content" role="status">
      <EmptyState picture="inbox" title={words.ended}>
        <p>{words.endedHelp}</p>
        <Button onClick={() => location.reload()}>{signIn}</Button>
      </EmptyState>
    </main>
  );
}
