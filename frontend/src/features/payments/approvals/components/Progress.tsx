/** Who has approved, and what the rules still ask for and of whom. */
import type { ApprovalCardFragment } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { Icon, InstantText } from '@/ui';
import { labels } from '../labels';
import { ProofOfPasskey } from './ProofOfPasskey';

type Rule = ApprovalCardFragment['rules'][number];

export function GivenApprovals({ approvals }: Pick<ApprovalCardFragment, 'approvals'>) {
  const words = useLabels(labels);
  if (approvals.length === 0) return <p className="g-muted">{words.nobodyYet}</p>;
  return (
    <ul className="ap-given" aria-label={words.given}>
      {approvals.map((one) => (
        <li key={`${one.person} ${one.at}`}>
          <Icon name="check" />
          <span>
            <strong>{one.person}</strong>
            {one.isOwn && ` (${words.you})`}
            {one.forPerson && ` ${words.forWhom(one.forPerson)}`}
            <span className="g-sub">
              <InstantText value={one.at} />
              {one.reason && ` · ${one.reason}`}
            </span>
            <ProofOfPasskey proof={one.proof} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function RuleList({ rules }: Pick<ApprovalCardFragment, 'rules'>) {
  const words = useLabels(labels);
  return (
    <section>
      <h4>{words.rules}</h4>
      <ul className="ap-rules">
        {rules.map((rule, at) => (
          <li key={rule.name ?? at}>
            <strong>
              {rule.name ?? (rule.changedPayee ? words.changedPayeeRule : words.fourEyes)}
            </strong>
            {rule.inOrder && <span className="g-muted"> {words.inOrder}</span>}
            <ol>
              {rule.steps.map((step, place) => (
                <Step key={place} step={step} words={words} />
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({ step, words }: { step: Rule['steps'][number]; words: Words<typeof labels> }) {
  const wanted = step.persons.length > 0 ? step.persons.join(' / ') : words.anybody;
  return (
    <li className={step.givenBy ? 'ap-step-given' : undefined}>
      {wanted} –{' '}
      {step.givenBy ? (
        <>
          {step.givenBy}
          {step.forPerson && ` ${words.forWhom(step.forPerson)}`} <Icon name="check" />
        </>
      ) : (
        <em>{words.missing}</em>
      )}
    </li>
  );
}
