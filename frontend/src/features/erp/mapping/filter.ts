/** The list's filter, as the address carries it and as the server takes it. */
import type { ErpMappingFilter, ErpTarget } from '@/generated/graphql';
import { choices, defineFilter, flag, text } from '@/kernel/urlState';

export const TARGETS: readonly ErpTarget[] = [
  'SEPA_CT',
  'SEPA_INSTANT',
  'DK_DOMESTIC',
  'DK_INSTANT',
  'DK_FIK_01',
  'DK_FIK_04',
  'DK_FIK_71',
  'DK_FIK_73',
  'DK_FIK_75',
  'CROSS_BORDER',
];

export interface MappingUrlFilter {
  [key: string]: unknown;
  product: readonly ErpTarget[];
  used: boolean | null;
  q: string;
}

export const mappingFilter = defineFilter<MappingUrlFilter>({
  product: choices(TARGETS),
  used: flag,
  q: text,
});

export const toServerFilter = ({ product, used, q }: MappingUrlFilter): ErpMappingFilter => ({
  ...(product.length > 0 ? { targets: [...product] } : {}),
  ...(used === null ? {} : { isEnabled: used }),
  ...(q ? { text: q } : {}),
});
