/** Why one person may manage accounts and approve payments, where the realm says so. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { AllowManageAndApproveDocument, type RoleMatrixQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, tellRefused, useRefreshed } from '../useUserActions';

export function CombineRule({
  rules,
  down,
}: {
  rules: RoleMatrixQuery['accessRules'];
  down: boolean;
}) {
  const words = useLabels(labels);
  const mayChange = useMay('users.roles');
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const [allow] = useMutation(AllowManageAndApproveDocument);
  const refreshed = useRefreshed();
  const field = useId();
  const save = async (reason: string | null) => {
    setBusy(true);
    const { refused } = await attempt(
      async () => (await allow({ variables: { reason } })).data?.allowManageAndApprove,
    );
    await refreshed();
    setBusy(false);
    if (refused !== null) return tellRefused(refused);
    setText('');
    tellDone(words.ruleSaved);
  };
  return (
    <fieldset className="g-card us-rule" disabled={busy || down || !mayChange}>
      <legend className="us-legend">{words.combineTitle}</legend>
      <p className="g-muted">{words.combineHelp}</p>
      {rules.combineReason ? (
        <>
          <p>
            <strong>{words.combineAllowed(rules.combinedBy ?? '')}</strong> {rules.combineReason}
          </p>
          <Button small onClick={() => void save(null)}>
            {words.combineRefuse}
          </Button>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(text);
          }}
        >
          <label htmlFor={field}>{words.combineReason}</label>
          <input
            id={field}
            value={text}
            maxLength={500}
            required
            onChange={(event) => setText(event.target.value)}
          />
          <Button small type="submit">
            {words.combineAllow}
          </Button>
        </form>
      )}
      {down && <p className="g-muted">{words.reasonDown}</p>}
    </fieldset>
  );
}
