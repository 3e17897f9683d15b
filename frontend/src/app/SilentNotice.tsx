/** Says why nothing new comes while the sign-in cannot be renewed; it goes by itself. */
import { useLabels } from '@/kernel/i18n';
import { providerSilent } from '@/kernel/provider';
import { useStore } from '@/kernel/store';
import { Icon } from '@/ui';
import { labels } from './labels';

export function SilentNotice() {
  const words = useLabels(labels);
  const silent = useStore(providerSilent);
  return (
    <div className="s-silent" role="status">
      {silent && <p className="g-notice g-tone-warn"><Icon name="exclamation-triangle" /><span><strong>{words.silent}</strong> {words.silentHelp}</span></p>}
    </div>
  );
}
