/** What became of each invitation; where no mail went out, a password to hand over, shown once. */
import { useState } from 'react';
import type { InvitationOutcome, InviteUsersMutation } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, Dialog, useRefusals, Tag, type Tone } from '@/ui';
import { temporaryPassword } from '../accountActs';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { attempt } from '../useUserActions';
import { OncePassword } from './OncePassword';

type Result = Extract<InviteUsersMutation['inviteUsers'], { results: unknown }>['results'][number];

const LOOKS: Readonly<Record<InvitationOutcome, readonly [Tone, string]>> = {
  INVITED: ['good', 'check'],
  MAIL_FAILED: ['warn', 'exclamation-triangle'],
  ALREADY_THERE: ['info', 'info-circle'],
  BAD_MAIL: ['bad', 'times-circle'],
  REFUSED: ['bad', 'times-circle'],
  UNAVAILABLE: ['bad', 'times-circle'],
};

export function InviteResults({
  title,
  results,
  onClose,
}: {
  title: string;
  results: readonly Result[];
  onClose: () => void;
}) {
  const words = useLabels(labels);
  return (
    <Dialog title={title} confirm={words.close} onConfirm={onClose}>
      <ul className="us-results" aria-label={words.outcome}>
        {results.map((result) => (
          <ResultLine key={result.email} result={result} />
        ))}
      </ul>
    </Dialog>
  );
}

function ResultLine({ result }: { result: Result }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const refusals = useRefusals();
  const [tone, icon] = LOOKS[result.outcome];
  return (
    <li>
      <span className="us-invitee-mail">
        <strong>{result.user?.name ?? result.email}</strong>
        {result.user && <span className="g-sub">{result.email}</span>}
      </span>
      <span>
        <Tag tone={tone} icon={icon}>
          {words[`outcome${result.outcome}`]}
        </Tag>
        {result.problem && <span className="g-sub">{refusals.reason(result.problem)}</span>}
        {result.requested.map((role) => (
          <span key={role} className="g-sub">
            {words.alsoWaits(roleWords[role])}
          </span>
        ))}
      </span>
      {result.outcome === 'MAIL_FAILED' && result.user && <PasswordMaker user={result.user} />}
    </li>
  );
}

function PasswordMaker({ user }: { user: NonNullable<Result['user']> }) {
  const words = useLabels(labels);
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    const ended = await attempt(async () => temporaryPassword(user.id));
    setBusy(false);
    setRefused(ended.refused);
    setPassword(ended.done?.told.temporaryPassword ?? null);
  };
  if (password) return <OncePassword name={user.name} password={password} />;
  return (
    <span>
      <Button
        small
        icon="key"
        busy={busy}
        aria-label={words.makePasswordFor(user.name)}
        onClick={() => void run()}
      >
        {words.makePassword}
      </Button>
      {refused && (
        <span className="g-field-error" role="alert">
          {refused}
        </span>
      )}
    </span>
  );
}
