/** What a frame of another program shows of every screen but the check of files: the way to it. */
import { useLabels } from '@/kernel/i18n';
import { Icon, Page } from '@/ui';
import { framedLabels } from './framedLabels';

export function OutsideFrame() {
  const words = useLabels(framedLabels);
  const { pathname, search } = location;
  return (
    <Page title={words.outsideFrame} lead={words.outsideFrameHelp}>
      <p>
        <a href={`${pathname}${search}`} target="_blank" rel="noopener">
          <Icon name="external-link" /> {words.outsideFrameOpen}
        </a>
      </p>
    </Page>
  );
}
