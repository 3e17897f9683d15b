/** Tries the rule on one record, as it is typed; each condition then says whether it holds, and why. */
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { RuleTrialDocument, type RuleTrialQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NOT_KEPT } from '@/kernel/policies';
import { problemOf } from '@/kernel/problems';
import { Button, Tag } from '@/ui';
import { builderLabels } from '../builderLabels';
import { inputOf, type RuleDraft } from '../ruleForm';

export type Answer = RuleTrialQuery['ruleTrial']['answers'][number];
/** By the place of the block and of the condition in it. */
export type Answers = Readonly<Record<string, Answer>>;

/** Of an address the transaction that is open there; what is no address is the number itself. */
function recordIn(typed: string): string {
  const text = typed.trim();
  return /[?&]transaction=(\d+)/.exec(text)?.[1] ?? text;
}

export function Trial({
  draft,
  onAnswers,
}: {
  draft: RuleDraft;
  onAnswers: (answers: Answers) => void;
}) {
  const words = useLabels(builderLabels);
  const client = useApolloClient();
  const [record, setRecord] = useState('');
  const [told, setTold] = useState<{ fits: boolean } | { problem: string } | null>(null);
  const tryIt = async () => {
    try {
      // What follows does not matter here, so an unfinished rule can be tried too.
      const rule = {
        ...inputOf(draft),
        actions: [{ kind: 'NOTIFY' as const, role: 'DEBUG' as const }],
      };
      const { data } = await client.query({
        query: RuleTrialDocument,
        variables: { subject: draft.subject, rule, recordId: recordIn(record) },
        fetchPolicy: NOT_KEPT,
      });
      if (!data) return;
      setTold({ fits: data.ruleTrial.fits });
      onAnswers(
        Object.fromEntries(
          data.ruleTrial.answers.map((answer) => [`${answer.block} ${answer.condition}`, answer]),
        ),
      );
    } catch (error) {
      setTold({ problem: problemOf(error).detail ?? words.notTried });
      onAnswers({});
    }
  };
  return (
    <section className="g-stack" aria-label={words.trial}>
      <h3>{words.trial}</h3>
      <div className="g-actions">
        <label className="g-field">
          <span>{words[`record${draft.subject}`]}</span>
          <input
            className="p-inputtext p-component"
            autoComplete="off"
            value={record}
            onChange={(event) => setRecord(event.target.value)}
          />
        </label>
        <Button icon="play" disabled={record.trim() === ''} onClick={() => void tryIt()}>
          {words.try}
        </Button>
        <span role="status">
          {told &&
            ('problem' in told ? (
              told.problem
            ) : (
              <Tag tone={told.fits ? 'good' : 'neutral'} icon={told.fits ? 'check' : 'times'}>
                {told.fits ? words.fits : words.fitsNot}
              </Tag>
            ))}
        </span>
      </div>
      <p className="g-muted">{words[`help${draft.subject}`]}</p>
    </section>
  );
}
