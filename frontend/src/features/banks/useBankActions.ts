/** How this room's verbs are run and told. */
export { attempt, tellDone, tellRefused, useAct, useRefreshed, useRefreshedAtEnd } from '@/ui';
