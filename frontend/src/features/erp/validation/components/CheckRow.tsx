/** One check: how it ended, what was found, what to do; its reasons and evidence on demand. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { RunErpChecksDocument, type ErpChecked } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { usePreferences } from '@/kernel/preferences';
import {
  AgeText,
  Button,
  CopyId,
  Icon,
  LinkButton,
  Tag,
  attempt,
  tellRefused,
  useRefreshed,
} from '@/ui';
import { useInLanguage } from '../../words';
import { jumpOf } from '../jumps';
import { labels } from '../labels';
import { ITEM_LOOKS, OUTCOMES, outcomeLabels } from '../outcomes';
import type { CheckFacts, Validation } from '../ErpValidationScreen';

interface CheckRowProps {
  check: CheckFacts;
  of: ErpChecked;
  work: Validation['work'];
}

export function CheckRow({ check, of, work }: CheckRowProps) {
  const words = useLabels(labels);
  const outcomes = useLabels(outcomeLabels);
  const tell = useInLanguage();
  const { numberFormat } = usePreferences();
  const refreshed = useRefreshed();
  const mayTest = useMay('erp.test');
  const id = useId();
  const [open, setOpen] = useState(false);
  const [run] = useMutation(RunErpChecksDocument);
  const { result, title } = check;
  const [tone, icon] = result ? OUTCOMES[result.outcome] : OUTCOMES.NOT_RUN;
  const jump = jumpOf(check);
  const isAtWork = work?.check === check.name;
  const begin = async () => {
    const { refused } = await attempt(
      async () => (await run({ variables: { of, checks: [check.name] } })).data?.runErpChecks,
    );
    if (refused) tellRefused(refused.message);
    await refreshed();
  };
  return (
    <li className="ev-check" aria-labelledby={`${id}-title`}>
      <div className="ev-outcome">
        {isAtWork ? (
          <Tag tone="info" icon="spinner">
            {outcomes.NOT_RUN}
          </Tag>
        ) : (
          <Tag tone={tone} icon={icon}>
            {outcomes[result?.outcome ?? 'NOT_RUN']}
          </Tag>
        )}
        {check.isNewTrouble && (
          <Tag tone="bad" icon="bell">
            {words.isNew}
          </Tag>
        )}
      </div>
      <div className="ev-said">
        <h3 id={`${id}-title`}>{tell(title)}</h3>
        <p>{result ? tell(result.found) : <span className="g-muted">{words.notYet}</span>}</p>
        {result?.remedy && (
          <p className="ev-remedy">
            <Icon name="wrench" /> {tell(result.remedy)}
          </p>
        )}
        {result && (
          <p className="g-sub">
            <AgeText value={result.started} /> ·{' '}
            {words.took(formatDecimal(result.seconds.toFixed(2), numberFormat, null))}
            {!result.isCurrent && ` · ${words.older}`}
          </p>
        )}
        {open && <Evidence check={check} />}
      </div>
      <div className="g-actions ev-actions">
        {jump && (
          <LinkButton small look="quiet" icon="arrow-right" to={jump[1]}>
            {words[jump[0]]}
          </LinkButton>
        )}
        <Button
          small
          look="quiet"
          icon={open ? 'chevron-up' : 'chevron-down'}
          aria-expanded={open}
          aria-describedby={`${id}-title`}
          onClick={() => setOpen(!open)}
        >
          {words.details}
        </Button>
        {mayTest && (
          <Button
            small
            icon="play"
            busy={isAtWork}
            disabled={work !== null}
            aria-label={words.runOne(tell(title))}
            onClick={() => void begin()}
          >
            {words.run}
          </Button>
        )}
      </div>
    </li>
  );
}

function Evidence({ check: { looksAt, matters, blocks, result } }: { check: CheckFacts }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  return (
    <div className="ev-evidence">
      <dl className="g-facts">
        <dt>{words.looksAt}</dt>
        <dd>{tell(looksAt)}</dd>
        <dt>{words.matters}</dt>
        <dd>
          {tell(matters)}
          {!blocks && <span className="g-sub">{words.blocksNot}</span>}
        </dd>
        {result?.said && (
          <>
            <dt>{words.met}</dt>
            <dd>{tell(result.said)}</dd>
          </>
        )}
        {result?.detailSaid && (
          <>
            <dt>{words.said}</dt>
            <dd className="ev-detail">{tell(result.detailSaid)}</dd>
          </>
        )}
        {result && result.callIds.length > 0 && (
          <>
            <dt>{words.calls}</dt>
            <dd>
              {result.callIds.map((call) => (
                <CopyId key={call} value={call} name={words.callId} short />
              ))}
            </dd>
          </>
        )}
      </dl>
      {result && result.items.length > 0 && (
        <ul className="ev-items" aria-label={words.found}>
          {result.items.map(({ id, text, tone }) => (
            <li key={`${id} ${text.en}`}>
              <span className={`g-tone-${ITEM_LOOKS[tone][0]} ev-item`}>
                <Icon name={ITEM_LOOKS[tone][1]} />
              </span>{' '}
              {tell(text)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
