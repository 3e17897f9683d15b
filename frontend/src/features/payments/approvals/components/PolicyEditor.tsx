/** A whole set of rules as a form; sent, it waits for another account manager. */
import { useState } from 'react';
import { ProposeApprovalPoliciesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { useUnsaved } from '@/kernel/unsaved';
import { Button } from '@/ui';
import { tellDone, useDecide } from '../deciding';
import { policyLabels } from '../policyLabels';
import { draftOf, emptyDraft, flawOf, inputOf, type Draft, type Named } from '../ruleForm';
import { Reason } from './ActDialog';
import { RuleEditor } from './RuleEditor';

export function PolicyEditor({ named, onClose }: { named: Named; onClose: () => void }) {
  const words = useLabels(policyLabels);
  const { numberFormat } = useNotation();
  const decide = useDecide();
  const [begun] = useState(() =>
    (named.active?.rules ?? []).map((rule, at) => draftOf(rule, at, numberFormat)),
  );
  const [drafts, setDrafts] = useState<readonly Draft[]>(begun);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useUnsaved(note !== '' || drafts !== begun);
  const change = (key: number, changes: Partial<Draft>) =>
    setDrafts((now) => now.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  const add = () =>
    setDrafts((now) => [...now, emptyDraft(Math.max(-1, ...now.map(({ key }) => key)) + 1)]);
  const propose = async () => {
    const flaw = flawOf(drafts, words);
    if (flaw) {
      setRefused(flaw);
      return;
    }
    setBusy(true);
    const answer = await decide(ProposeApprovalPoliciesDocument, {
      rules: drafts.map(inputOf),
      note: note.trim() || null,
    });
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    tellDone(words.sent);
    onClose();
  };
  return (
    <section className="g-stack" aria-label={words.changeTitle}>
      <h2>{words.changeTitle}</h2>
      <p className="g-muted">{words.changeHelp}</p>
      {drafts.map((draft, at) => (
        <RuleEditor
          key={draft.key}
          place={at + 1}
          draft={draft}
          named={named}
          onChange={(changes) => change(draft.key, changes)}
          onRemove={() => setDrafts((now) => now.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <div className="g-actions">
        <Button icon="plus" onClick={add}>
          {words.addRule}
        </Button>
      </div>
      <Reason label={words.note} value={note} due={false} onChange={setNote} />
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
      <div className="g-actions">
        <Button look="primary" icon="check" busy={busy} onClick={() => void propose()}>
          {words.propose}
        </Button>
        <Button onClick={onClose}>{words.discard}</Button>
      </div>
    </section>
  );
}
