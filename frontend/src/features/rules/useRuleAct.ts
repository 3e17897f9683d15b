/** Runs what people do with rules, and reads the list anew with everything else that is shown. */
import { useCallback } from 'react';
import { refreshLists, useAct } from '@/ui';

export function useRuleAct(): ReturnType<typeof useAct> {
  const act = useAct();
  return useCallback(
    async (run, done) => {
      const isDone = await act(run, done);
      await refreshLists();
      return isDone;
    },
    [act],
  );
}
