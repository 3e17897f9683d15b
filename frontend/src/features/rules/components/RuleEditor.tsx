/** A rule as a form: blocks of conditions, what follows, the same in words, and a try on one record. */
import { useMutation } from '@apollo/client/react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  CreateRuleDocument,
  SaveRuleDraftDocument,
  type RuleCardFragment,
  type RuleSubject,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { useUnsaved } from '@/kernel/unsaved';
import { Button, attempt, tellDone, useRefreshed } from '@/ui';
import { builderLabels } from '../builderLabels';
import { labels } from '../labels';
import { flawed, refusedIn, type Refused } from '../refusal';
import {
  emptyBlock,
  flawOf,
  inputOf,
  saidBy,
  type BlockDraft,
  type Match,
  type RuleDraft,
} from '../ruleForm';
import { sentenceOf } from '../sentence';
import { useRuleNames } from '../useRuleNames';
import { ActionFields } from './ActionFields';
import { ConditionRow } from './ConditionRow';
import { Refusal } from './Refusal';
import { Trial, type Answers } from './Trial';

export function RuleEditor({
  begun,
  rule,
  onClose,
}: {
  begun: RuleDraft;
  rule?: RuleCardFragment;
  onClose: () => void;
}) {
  const words = useLabels(builderLabels);
  const screen = useLabels(labels);
  const notation = useNotation();
  const names = useRuleNames();
  const refreshed = useRefreshed();
  const id = useId();
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useRef<HTMLElement>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [create] = useMutation(CreateRuleDocument);
  const [save] = useMutation(SaveRuleDraftDocument);
  useUnsaved(draft !== begun);
  useEffect(() => {
    if (refused)
      (
        form.current?.querySelector<HTMLElement>('[aria-invalid]') ??
        form.current?.querySelector<HTMLElement>('.ru-refusal')
      )?.focus();
  }, [refused]);
  const refuse = (flaw: { message: string; path: string | null } | null) =>
    setRefused(flaw && { id: `${id}-flaw`, message: flaw.message, path: flaw.path ?? '' });
  const at = (part: string) => refusedIn(refused, part);
  const hasPlace = [
    'name',
    'note',
    'actions',
    ...draft.blocks.map((_, place) => `blocks.${place}`),
  ].some(at);
  // What is being mended is no longer called wrong.
  const change = (changes: Partial<RuleDraft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    setAnswers({});
    setRefused(null);
  };
  const changeBlock = (key: number, changes: Partial<BlockDraft>) =>
    change({
      blocks: draft.blocks.map((block) => (block.key === key ? { ...block, ...changes } : block)),
    });
  const send = async () => {
    const input = inputOf(draft);
    return rule
      ? (await save({ variables: { id: rule.id, rule: input, revision: rule.revision } })).data
          ?.saveRuleDraft
      : (await create({ variables: { subject: draft.subject, rule: input } })).data?.createRule;
  };
  const submit = async () => {
    const flaw = flawOf(draft, words);
    refuse(flaw);
    if (flaw) return;
    setBusy(true);
    const ended = await attempt(send);
    setBusy(false);
    refuse(ended.refused);
    if (ended.refused) return;
    await refreshed();
    tellDone(words.saved);
    onClose();
  };
  return (
    <section
      ref={form}
      className="g-card g-stack ru-editor"
      aria-label={rule ? words.editTitle(rule.name) : words.newTitle}
    >
      {!rule && <h2>{words.newTitle}</h2>}
      <div className="g-form ru-two">
        <label htmlFor={`${id}-name`} className="g-field">
          <span>{words.name}</span>
          <input
            id={`${id}-name`}
            className="p-inputtext p-component"
            maxLength={80}
            autoComplete="off"
            {...flawed(refused, 'name')}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </label>
        {!rule && (
          <label className="g-field">
            <span>{words.about}</span>
            <select
              className="p-inputtext p-component"
              value={draft.subject}
              onChange={(event) =>
                change({
                  subject: event.target.value as RuleSubject,
                  actions: [],
                  blocks: [emptyBlock()],
                })
              }
            >
              <option value="TRANSACTION">{screen.TRANSACTION}</option>
              <option value="PAYMENT">{screen.PAYMENT}</option>
            </select>
          </label>
        )}
        <Refusal refused={at('name')} />
      </div>
      {draft.blocks.map((block, place) => (
        <Block
          key={block.key}
          place={place}
          block={block}
          draft={draft}
          answers={answers}
          refused={at(`blocks.${place}`)}
          onChange={(changes) => changeBlock(block.key, changes)}
          onRemove={() => change({ blocks: draft.blocks.filter(({ key }) => key !== block.key) })}
        />
      ))}
      <div className="g-actions">
        <Button
          small
          icon="plus"
          onClick={() => change({ blocks: [...draft.blocks, emptyBlock()] })}
        >
          {words.addBlock}
        </Button>
        {draft.blocks.length > 1 && (
          <MatchSelect
            label={words.match}
            value={draft.match}
            all={words.allBlocks}
            any={words.anyBlock}
            onChange={(match) => change({ match })}
          />
        )}
      </div>
      <ActionFields
        draft={draft}
        names={names}
        refused={at('actions')}
        onChange={(actions) => change({ actions })}
      />
      <section className="g-stack" aria-label={words.inWords}>
        <h3>{words.inWords}</h3>
        <p className="ru-sentence" aria-live="polite">
          {sentenceOf(saidBy(draft), names, notation)}
        </p>
      </section>
      <Trial draft={draft} onAnswers={setAnswers} />
      <label className="g-field">
        <span>{words.note}</span>
        <textarea
          className="p-inputtext p-component"
          rows={2}
          maxLength={500}
          {...flawed(refused, 'note')}
          value={draft.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </label>
      <Refusal refused={hasPlace ? at('note') : refused} />
      <div className="g-actions">
        <Button look="primary" icon="check" busy={busy} onClick={() => void submit()}>
          {words.save}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </section>
  );
}

function Block({
  place,
  block,
  draft,
  answers,
  refused,
  onChange,
  onRemove,
}: {
  place: number;
  block: BlockDraft;
  draft: RuleDraft;
  answers: Answers;
  refused: Refused | null;
  onChange: (changes: Partial<BlockDraft>) => void;
  onRemove: () => void;
}) {
  const words = useLabels(builderLabels);
  const names = useRuleNames();
  const { conditions } = block;
  const isWithin = conditions.some((_, at) => refusedIn(refused, `conditions.${at}`));
  return (
    <fieldset className="ru-block">
      <legend>{words.block(place + 1)}</legend>
      {conditions.map((condition, at) => (
        <ConditionRow
          key={condition.key}
          place={at + 1}
          condition={condition}
          facts={names.fields[draft.subject]}
          names={names}
          answer={answers[`${place} ${at}`]}
          refused={refusedIn(refused, `conditions.${at}`)}
          onChange={(changes) =>
            onChange({
              conditions: conditions.map((one) =>
                one.key === condition.key ? { ...one, ...changes } : one,
              ),
            })
          }
          onRemove={
            conditions.length > 1
              ? () =>
                  onChange({ conditions: conditions.filter(({ key }) => key !== condition.key) })
              : undefined
          }
        />
      ))}
      <Refusal refused={isWithin ? null : refused} />
      <div className="g-actions">
        <Button
          small
          icon="plus"
          onClick={() => onChange({ conditions: [...conditions, ...emptyBlock().conditions] })}
        >
          {words.addCondition}
        </Button>
        {conditions.length > 1 && (
          <MatchSelect
            label={words.within}
            value={block.match}
            all={words.allConditions}
            any={words.anyCondition}
            onChange={(match) => onChange({ match })}
          />
        )}
        {draft.blocks.length > 1 && (
          <Button small look="quiet" icon="times" onClick={onRemove}>
            {words.removeBlock(place + 1)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function MatchSelect({
  label,
  value,
  all,
  any,
  onChange,
}: {
  label: string;
  value: Match;
  all: string;
  any: string;
  onChange: (match: Match) => void;
}) {
  return (
    <label className="g-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as Match)}>
        <option value="ALL">{all}</option>
        <option value="ANY">{any}</option>
      </select>
    </label>
  );
}
