/** One rule beside the list: what it says and is to say, its state, its versions, and the past. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ConfirmRuleDocument,
  DeclineRuleDocument,
  DiscardRuleDraftDocument,
  OneRuleDocument,
  PutRuleDocument,
  type RuleCardFragment,
  type RuleWordsFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import {
  attempt,
  Button,
  Drawer,
  EmptyState,
  QueryStates,
  refreshLists,
  useRefusals,
  Skeleton,
  Tag,
  VerbDialog,
} from '@/ui';
import { LOOKS } from '../columns';
import { labels } from '../labels';
import { draftOf } from '../ruleForm';
import { sentenceOf, type Names } from '../sentence';
import { useRuleAct } from '../useRuleAct';
import { PastOfRule } from './PastOfRule';
import { RuleEditor } from './RuleEditor';
import { RuleVersions } from './RuleVersions';

/** How the drawer goes to the neighbours of its rule in the list. */
interface Walk {
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function RuleDrawer({ id, names, ...walk }: Walk & { id: string; names: Names }) {
  const words = useLabels(labels);
  const query = useQuery(OneRuleDocument, { variables: { id } });
  const rule = query.data?.rule;
  if (rule) return <OpenRule rule={rule} names={names} {...walk} />;
  return (
    <Drawer title={words.title} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {() => <EmptyState picture="search" title={words.gone} />}
      </QueryStates>
    </Drawer>
  );
}

function OpenRule({
  rule,
  names,
  onClose,
  ...walk
}: Walk & { rule: RuleCardFragment; names: Names }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const mayChange = useMay('rules.change');
  const [editing, setEditing] = useState(false);
  const shown = rule.draft ?? rule.current;
  if (editing && shown)
    return (
      <Drawer title={rule.name} onClose={() => setEditing(false)}>
        <RuleEditor
          begun={draftOf(shown, rule.subject, numberFormat)}
          rule={rule}
          onClose={() => setEditing(false)}
        />
      </Drawer>
    );
  const [tone, icon] = LOOKS[rule.state];
  return (
    <Drawer title={rule.name} onClose={onClose} {...walk}>
      <div className="g-stack">
        <div className="g-actions">
          <Tag tone={tone} icon={icon}>
            {words[rule.state]}
          </Tag>
          <Tag>{words[rule.subject]}</Tag>
        </div>
        {rule.current && <Words title={words.currentTitle} said={rule.current} names={names} />}
        {rule.draft && <Words title={words.draftTitle} said={rule.draft} names={names} />}
        {rule.request ? (
          <Waiting rule={rule} request={rule.request} />
        ) : (
          mayChange && <States rule={rule} onEdit={() => setEditing(true)} onGone={onClose} />
        )}
        {rule.state === 'ACTIVE' && mayChange && <PastOfRule rule={rule} />}
        <RuleVersions rule={rule} names={names} />
      </div>
    </Drawer>
  );
}

function Words({ title, said, names }: { title: string; said: RuleWordsFragment; names: Names }) {
  const notation = useNotation();
  return (
    <section className="g-stack">
      <h3>{title}</h3>
      <p className="ru-sentence">{sentenceOf(said, names, notation)}</p>
      {said.note && <p className="g-muted">{said.note}</p>}
    </section>
  );
}

const TARGETS = ['SHADOW', 'ACTIVE', 'ARCHIVED'] as const;
const ICONS = { SHADOW: 'eye', ACTIVE: 'check', ARCHIVED: 'inbox' } as const;

function States({
  rule,
  onEdit,
  onGone,
}: {
  rule: RuleCardFragment;
  onEdit: () => void;
  onGone: () => void;
}) {
  const words = useLabels(labels);
  const act = useRuleAct();
  const [put] = useMutation(PutRuleDocument);
  const [discard] = useMutation(DiscardRuleDraftDocument);
  const { id, revision, state, draft, current } = rule;
  const [isDiscarding, setDiscarding] = useState(false);
  const isAsked = (target: RuleCardFragment['state']) =>
    (state === 'ACTIVE' && current?.needsSecondPerson === true) ||
    (target === 'ACTIVE' && (draft ?? current)?.needsSecondPerson === true);
  const bringTo = (target: RuleCardFragment['state']) =>
    act(
      async () => (await put({ variables: { id, state: target, revision } })).data?.putRule,
      isAsked(target) ? words.asked : words.put((draft ?? current)?.name ?? '', words[target]),
    );
  const possible = TARGETS.filter((target) =>
    target === 'ARCHIVED'
      ? current !== null && state !== 'ARCHIVED'
      : state !== target || draft !== null,
  );
  return (
    <section className="g-stack">
      <p className="g-muted">
        {words.shadowHelp}
        {(draft ?? current)?.needsSecondPerson && ` ${words.secondHelp}`}
      </p>
      <div className="g-actions">
        <Button small icon="pencil" onClick={onEdit}>
          {words.edit}
        </Button>
        {possible.map((target) => (
          <Button
            key={target}
            small
            look={target === 'ACTIVE' ? 'primary' : 'secondary'}
            icon={ICONS[target]}
            onClick={() => void bringTo(target)}
          >
            {words[`to${target}`]}
          </Button>
        ))}
        {draft && (
          <Button small look="danger" icon="trash" onClick={() => setDiscarding(true)}>
            {words.discard}
          </Button>
        )}
      </div>
      {isDiscarding && (
        <VerbDialog
          title={words.discardTitle}
          confirm={words.discard}
          danger
          done={words.discarded}
          act={async () =>
            attempt(
              async () => (await discard({ variables: { id, revision } })).data?.discardRuleDraft,
            )
          }
          onDone={() => {
            void refreshLists();
            if (!current) onGone();
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>{current ? words.discardChange : words.discardWhole}</p>
        </VerbDialog>
      )}
    </section>
  );
}

function Waiting({
  rule: { id, revision },
  request,
}: {
  rule: RuleCardFragment;
  request: NonNullable<RuleCardFragment['request']>;
}) {
  const words = useLabels(labels);
  const refusals = useRefusals();
  const act = useRuleAct();
  const mayChange = useMay('rules.change');
  const [confirm] = useMutation(ConfirmRuleDocument);
  const [decline] = useMutation(DeclineRuleDocument);
  return (
    <section className="g-stack">
      <p>
        <Tag tone="warn" icon="user">
          {words.waits(words[request.state], request.askedBy)}
        </Tag>
      </p>
      {request.obstacle && (
        <p className="g-muted" role="note">
          {refusals.reason(request.obstacle)}
        </p>
      )}
      {mayChange && (
        <div className="g-actions">
          {!request.obstacle && (
            <Button
              small
              look="primary"
              icon="check"
              onClick={() =>
                void act(
                  async () => (await confirm({ variables: { id, revision } })).data?.confirmRule,
                  words.confirmed,
                )
              }
            >
              {words.confirm}
            </Button>
          )}
          <Button
            small
            look={request.isOwn ? 'secondary' : 'danger'}
            icon={request.isOwn ? 'undo' : 'times'}
            onClick={() =>
              void act(
                async () => (await decline({ variables: { id, revision } })).data?.declineRule,
                words.declined,
              )
            }
          >
            {request.isOwn ? words.withdraw : words.refuse}
          </Button>
        </div>
      )}
    </section>
  );
}
