/** What every part of the screen stands on: the ERP's methods and accounts, and the banks' products. */
import { useMemo } from 'react';
import type { ErpMappingGroundQuery } from '@/generated/graphql';
import { useAccountOf } from '@/features/banks';

export type Ground = ErpMappingGroundQuery;
export type Method = Ground['erpMethods']['methods'][number];

/** The ground with the ERP's accounts under the nicknames they have here, where they have one. */
export function useNamedGround(ground: Ground): Ground {
  const known = useAccountOf();
  return useMemo(() => {
    const accounts = ground.erpMethods.accounts.map((account) => ({
      ...account,
      name: known(account.number)?.nickname ?? account.name,
    }));
    return { ...ground, erpMethods: { ...ground.erpMethods, accounts } };
  }, [ground, known]);
}

export const methodOf = (ground: Ground, id: string) =>
  ground.erpMethods.methods.find(({ nativeId }) => nativeId === id);
export const accountOf = (ground: Ground, id: string | null) =>
  ground.erpMethods.accounts.find(({ nativeId }) => nativeId === id);
export const productOf = (ground: Ground, target: string) =>
  ground.erpTargets.find((each) => each.target === target);

/** What a method is called where it is spoken of; its id where the ERP has it no more. */
export const methodName = (ground: Ground, id: string) => {
  const method = methodOf(ground, id);
  return method ? [...new Set([method.code, method.name])].filter(Boolean).join(' · ') : id;
};

/** Methods that payments wait for, those with most held first. */
export const openMethods = (ground: Ground) =>
  ground.erpMethods.methods
    .filter(({ state }) => state === 'UNMAPPED' || state === 'HELD')
    .toSorted((a, b) => b.held - a.held || b.payments - a.payments || a.code.localeCompare(b.code));
