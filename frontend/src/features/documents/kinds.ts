/** What a document is called where others list it. */
import type { DocumentLineFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import type { Language } from '@/kernel/preferences';
import { labels } from './labels';

/** Its kind in words, with its name. */
export const documentKinds = (
  { kind, name }: Pick<DocumentLineFragment, 'kind' | 'name'>,
  language: Language,
): string => `${wordsOf(labels, language)[kind]} · ${name}`;
