/** Whether one person closes a month or two, and how two account managers change that. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  ConfirmMonthRuleDocument,
  ProposeMonthRuleDocument,
  RejectMonthRuleDocument,
  WithdrawMonthRuleDocument,
  type ClosingRuleFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  attempt,
  Button,
  currentRefusals,
  FormDialog,
  InstantText,
  tellDone,
  useForm,
  useRefreshed,
} from '@/ui';
import { labels } from '../labels';

type Act = 'propose' | 'confirm' | 'reject' | 'withdraw';

export function ClosingRule({ rule }: { rule: ClosingRuleFragment }) {
  const words = useLabels(labels);
  const mayChange = useMay('statements.closers');
  const [asked, ask] = useState<Act | null>(null);
  const { needsSecond, proposed } = rule;
  // Where one person closes, only who can change that has a use for being told.
  if (!mayChange && !needsSecond) return null;
  return (
    <section className="m-rule" aria-label={words.rule}>
      <p className="g-muted">{needsSecond ? words.byTwo : words.byOne}</p>
      {mayChange && !proposed && (
        <Button small look="quiet" icon="pencil" onClick={() => ask('propose')}>
          {needsSecond ? words.letOne : words.letTwo}
        </Button>
      )}
      {mayChange && proposed && <Proposed proposed={proposed} onAct={ask} />}
      {asked && <RuleDialog act={asked} rule={rule} onClose={() => ask(null)} />}
    </section>
  );
}

function Proposed({
  proposed: { isOwn, needsSecond, obstacle, proposed, proposedBy },
  onAct,
}: {
  proposed: NonNullable<ClosingRuleFragment['proposed']>;
  onAct: (act: Act) => void;
}) {
  const words = useLabels(labels);
  return (
    <div className="g-notice g-tone-warn">
      <span>
        {needsSecond ? words.twoProposed(proposedBy) : words.oneProposed(proposedBy)}{' '}
        {isOwn ? words.awaitsManager : obstacle && currentRefusals().reason(obstacle)}{' '}
        <span className="g-muted">
          <InstantText value={proposed} />
        </span>
      </span>
      <span className="g-actions">
        {isOwn && (
          <Button small icon="undo" onClick={() => onAct('withdraw')}>
            {words.withdraw}
          </Button>
        )}
        {!obstacle && (
          <>
            <Button small look="primary" icon="check" onClick={() => onAct('confirm')}>
              {words.confirmRule}
            </Button>
            <Button small look="danger" icon="times" onClick={() => onAct('reject')}>
              {words.reject}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

function RuleDialog({
  act,
  rule: { needsSecond, proposed },
  onClose,
}: {
  act: Act;
  rule: ClosingRuleFragment;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const [propose] = useMutation(ProposeMonthRuleDocument);
  const [confirm] = useMutation(ConfirmMonthRuleDocument);
  const [reject] = useMutation(RejectMonthRuleDocument);
  const [withdraw] = useMutation(WithdrawMonthRuleDocument);
  const variables = { version: proposed?.version ?? 0 };
  const run = {
    propose: async () =>
      (await propose({ variables: { needsSecond: !needsSecond } })).data?.proposeMonthRule,
    confirm: async () => (await confirm({ variables })).data?.confirmMonthRule,
    reject: async () => (await reject({ variables })).data?.rejectMonthRule,
    withdraw: async () => (await withdraw({ variables })).data?.withdrawMonthRule,
  };
  const letOther = needsSecond ? words.letOne : words.letTwo;
  const said = {
    propose: [letOther, letOther, needsSecond ? words.oneHelp : words.twoHelp, words.proposedDone],
    confirm: [words.confirmRuleTitle, words.confirmRule, words.ruleApplies, words.ruleConfirmed],
    reject: [words.rejectRuleTitle, words.reject, words.ruleStays, words.rejectedDone],
    withdraw: [words.withdrawRuleTitle, words.withdraw, words.ruleStays, words.withdrawnDone],
  } as const;
  const [title, verb, help, done] = said[act];
  const form = useForm({
    initial: {},
    check: () => [],
    send: async () => {
      const { refused } = await attempt(run[act]);
      await refreshed();
      if (refused) return [refused];
      tellDone(done);
      return [];
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={title} confirm={verb} form={form} onClose={onClose}>
      <p>{help}</p>
    </FormDialog>
  );
}
