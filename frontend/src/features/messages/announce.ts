/** How messages become toasts: severity, title, and the way to the message itself. */
import type { MessageLevel, MessageLineFragment } from '@/generated/graphql';
import { currentLabels } from '@/kernel/i18n';
import { messagePath } from '@/kernel/paths';
import { notify, type Severity } from '@/ui';
import { labels } from './labels';
import { messageText } from './texts';

/** The severity of a toast, by the message's level. */
export function severityOf(level: MessageLevel): Severity {
  const severities: Partial<Record<MessageLevel, Severity>> = {
    SUCCESS: 'success',
    ERROR: 'error',
    WARNING: 'warn',
  };
  return severities[level] ?? 'info';
}

/** The title of a toast: 'Error', 'Warning', or 'Information' for all others. */
export function titleOf(level: MessageLevel): string {
  const words = currentLabels(labels);
  if (level === 'ERROR') return words.toastError;
  return level === 'WARNING' ? words.toastWarning : words.toastInformation;
}

export function announce(message: MessageLineFragment): void {
  notify({
    severity: severityOf(message.level),
    title: titleOf(message.level),
    text: messageText(message),
    to: messagePath(message.id),
    source: message.id,
  });
}
