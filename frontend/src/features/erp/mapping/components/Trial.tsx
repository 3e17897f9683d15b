/** What a mapping comes to while it is filled in: a payment in words, what is lacking, what hinders it. */
import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import { ErpMappingTrialDocument, type ErpMappingInput } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NOT_KEPT } from '@/kernel/policies';
import { MoneyText, Tag } from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';

export function Trial({ mapping, id }: { mapping: ErpMappingInput | null; id: string | null }) {
  const words = useLabels(labels);
  return (
    <section className="em-trial" aria-label={words.trial} aria-live="polite">
      <h3>{words.trial}</h3>
      {mapping === null ? (
        <p className="g-muted">{words.trialNone}</p>
      ) : (
        <Outcome mapping={mapping} id={id} />
      )}
    </section>
  );
}

function Outcome({ mapping, id }: { mapping: ErpMappingInput; id: string | null }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const asked = useDeferredValue(JSON.stringify(mapping));
  const { data, previousData } = useQuery(ErpMappingTrialDocument, {
    variables: { mapping: JSON.parse(asked) as ErpMappingInput, id },
    fetchPolicy: NOT_KEPT,
  });
  const found = (data ?? previousData)?.erpMappingCheck;
  if (!found) return null;
  const { sample } = found;
  return (
    <>
      {found.problems.map(({ code, field, text }) => (
        <p key={`${code} ${field}`} className="g-field-error">
          {tell(text)}
        </p>
      ))}
      {found.hints
        .filter(({ code }) => !found.problems.some((problem) => problem.code === code))
        .map(({ code, field, text }) => (
          <p key={`${code} ${field}`}>
            <Tag tone="warn" icon="exclamation-triangle">
              {words.hints}
            </Tag>{' '}
            {tell(text)}
          </p>
        ))}
      {found.problems.length === 0 && <p>{words.matching(found.matching)}</p>}
      {found.needs.map((need) => (
        <p key={need.code} className="em-need">
          {tell(need.text)}
          {need.remedy && <span className="g-sub">{tell(need.remedy)}</span>}
        </p>
      ))}
      {sample && (
        <div className="em-sample">
          <strong>{sample.isMadeUp ? words.madeUp : words.sample(sample.number)}</strong>{' '}
          <MoneyText value={sample.amount} /> · {sample.creditor}
          {sample.text && <p>{tell(sample.text)}</p>}
          {sample.faults.map(({ code, text }) => (
            <p key={code} className="g-field-error">
              {tell(text)}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
