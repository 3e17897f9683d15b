/** Runs all checks, or those that failed; stops them; copies the report for the ERP partner. */
import { useApolloClient, useMutation } from '@apollo/client/react';
import {
  CancelErpChecksDocument,
  ErpReportDocument,
  RunErpChecksDocument,
  type ErpChecked,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { NOT_KEPT } from '@/kernel/policies';
import { usePreferences } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button, copyText, tellDone, tellRefused, useAct } from '@/ui';
import { labels } from '../labels';
import type { Validation } from '../ErpValidationScreen';

export function RunActions({ validation, of }: { validation: Validation; of: ErpChecked }) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const act = useAct();
  const mayTest = useMay('erp.test');
  const { language } = usePreferences();
  const [run] = useMutation(RunErpChecksDocument);
  const [cancel] = useMutation(CancelErpChecksDocument);
  const isRunning = validation.work !== null;
  const hasFailed = validation.checks.some(({ result }) => result?.outcome === 'FAILED');
  const begin = (which: 'ALL' | 'FAILED') =>
    void act(async () => (await run({ variables: { of, which } })).data?.runErpChecks, words.begun);
  const copy = async () => {
    try {
      const { data } = await client.query({
        query: ErpReportDocument,
        variables: { of, language },
        fetchPolicy: NOT_KEPT,
      });
      if (await copyText(data?.erpValidation?.report ?? '')) tellDone(words.reportCopied);
    } catch (error) {
      tellRefused(problemOf(error).detail ?? words.reportFailed);
    }
  };
  return (
    <>
      {mayTest && isRunning && (
        <Button
          icon="stop"
          onClick={() =>
            void act(
              async () => (await cancel({ variables: { of } })).data?.cancelErpChecks,
              words.stopped,
            )
          }
        >
          {words.stop}
        </Button>
      )}
      {mayTest && !isRunning && hasFailed && (
        <Button icon="replay" onClick={() => begin('FAILED')}>
          {words.runFailed}
        </Button>
      )}
      {validation.verdict !== null && (
        <Button icon="copy" onClick={() => void copy()}>
          {words.report}
        </Button>
      )}
      {mayTest && (
        <Button look="primary" icon="play" busy={isRunning} onClick={() => begin('ALL')}>
          {words.runAll}
        </Button>
      )}
    </>
  );
}
