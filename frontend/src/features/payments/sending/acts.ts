/** What can be done with a file on its way, and for whom it is open. */
import type { SendingCardFragment } from '@/generated/graphql';
import type { Tone } from '@/ui';

export type SendAct = 'CANCEL' | 'DECIDE' | 'SEND_AGAIN';

/** In the order of their buttons. */
const ORDER: readonly SendAct[] = ['DECIDE', 'SEND_AGAIN', 'CANCEL'];
export const SEND_ICONS: Readonly<Record<SendAct, string>> = {
  DECIDE: 'question-circle',
  SEND_AGAIN: 'replay',
  CANCEL: 'times',
};

type Obstacles = Pick<SendingCardFragment, 'obstacles'>;

/** Whether nothing stands between the person and the act. */
export const isOpen = (act: SendAct, { obstacles }: Obstacles): boolean =>
  obstacles.every((one) => one.act !== act);

/** What the person may do now. */
export const openActs = (sending: Obstacles): readonly SendAct[] =>
  ORDER.filter((act) => isOpen(act, sending));

/** How each state looks. */
export const SEND_LOOKS: Readonly<Record<SendingCardFragment['state'], readonly [Tone, string]>> = {
  WAITING: ['info', 'clock'],
  LEAVING: ['info', 'send'],
  SENT: ['good', 'check'],
  REFUSED: ['bad', 'times-circle'],
  UNKNOWN: ['bad', 'question-circle'],
  NOT_TAKEN: ['warn', 'exclamation-triangle'],
  CANCELLED: ['neutral', 'times'],
};
