/** Copies a text; where a browser withholds its clipboard, as in another program's frame, that is told. */
import { currentLabels } from '@/kernel/i18n';
import { labels } from './labels';
import { notify } from './toasts';

/** Longer texts are not repeated in what is told. */
const LONGEST_TOLD = 120;

/** Tells whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const words = currentLabels(labels);
    notify({
      severity: 'warn',
      title: words.notCopied,
      text:
        text.length > LONGEST_TOLD
          ? words.withheld
          : `${words.withheld} ${words.copyYourself(text)}`,
    });
    return false;
  }
}
