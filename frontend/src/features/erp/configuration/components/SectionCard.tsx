/** One part of the configuration: every setting with where its value comes from, its change and its test. */
import { useState } from 'react';
import type { ErpChecked } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUrlValue } from '@/kernel/urlState';
import { Button, DateText, NoValue, Tag } from '@/ui';
import { useInLanguage } from '../../words';
import { choiceLabels, labels } from '../labels';
import { SECTION_TONES, inWords, type SectionPart, type Value } from '../parts';
import { SectionDialog } from './SectionDialog';
import { SectionTest } from './SectionTest';

interface SectionCardProps {
  part: SectionPart;
  of: ErpChecked;
  /** Of the draft, where there is one. */
  revision: number | null;
}

export function SectionCard({ part, of, revision }: SectionCardProps) {
  const words = useLabels(labels);
  const mayChange = useMay('erp.change');
  // A failed check leads here, to the field that mends it.
  const [wanted, setWanted] = useUrlValue('section');
  const [setting, setSetting] = useUrlValue('setting');
  const isWanted = wanted === part.section.toLowerCase();
  const [editing, setEditing] = useState(isWanted && mayChange && setting !== null);
  const [tone, icon] = SECTION_TONES[part.state];
  const name = words[part.section];
  const close = () => {
    setEditing(false);
    if (isWanted) {
      setWanted(null, { replace: true });
      setSetting(null, { replace: true });
    }
  };
  return (
    <section className={`g-card ec-section${isWanted ? ' ec-wanted' : ''}`} aria-label={name}>
      <header className="ec-row">
        <h2>{name}</h2>
        <Tag tone={tone} icon={icon}>
          {words[`section ${part.state}`]}
        </Tag>
        <span className="ec-grow" />
        {mayChange && part.values.length > 0 && (
          <Button
            small
            icon="pencil"
            aria-label={words.editSection(name)}
            onClick={() => setEditing(true)}
          >
            {words.edit}
          </Button>
        )}
      </header>
      {part.values.length > 0 ? (
        <dl className="ec-values">
          {part.values.map((value) => (
            <OneValue key={value.setting.name} value={value} />
          ))}
        </dl>
      ) : (
        <p className="g-muted">{words.noSettings}</p>
      )}
      <SectionTest section={part.section} of={of} />
      {editing && (
        <SectionDialog
          part={part}
          of={of}
          revision={revision}
          first={isWanted ? setting : null}
          onClose={close}
        />
      )}
    </section>
  );
}

function OneValue({ value }: { value: Value }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const { setting, source, isChanged, isMissing, secret } = value;
  return (
    <>
      <dt>{tell(setting.label)}</dt>
      <dd>
        <span className="ec-value">
          {setting.kind === 'SECRET' ? <Secret value={value} /> : <Plain value={value} />}
        </span>{' '}
        {isMissing && (
          <Tag tone="bad" icon="exclamation-circle">
            {words.missing}
          </Tag>
        )}
        {isChanged && (
          <Tag tone="info" icon="pencil">
            {words.changed}
          </Tag>
        )}
        {value.hasValue && secret === null && source !== 'TENANT' && (
          <span className="g-muted ec-source">{words[source]}</span>
        )}
      </dd>
    </>
  );
}

function Plain({ value: { setting, value, hasValue } }: { value: Value }) {
  const words = useLabels(labels);
  const choices = useLabels(choiceLabels);
  if (!hasValue || !value) return <NoValue />;
  return setting.kind === 'DATE' ? (
    <DateText value={value} />
  ) : (
    inWords(setting, value, words, choices)
  );
}

function Secret({ value: { secret, hasValue } }: { value: Value }) {
  const words = useLabels(labels);
  if (!secret) return hasValue ? words.secretOfOperator : words.notSet;
  if (secret.isGone)
    return (
      <Tag tone="bad" icon="lock">
        {words.secretGone}
      </Tag>
    );
  return <SetOn setAt={secret.setAt} setBy={secret.setBy} />;
}

export function SetOn({ setAt, setBy }: { setAt: string; setBy: string }) {
  const words = useLabels(labels);
  return (
    <>
      {'•••••• '}
      <span className="g-muted">
        {words.secretSet} <DateText value={setAt.slice(0, 10)} /> {words.secretBy(setBy)}
      </span>
    </>
  );
}
