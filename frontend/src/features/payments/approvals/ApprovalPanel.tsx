/** How far a journal’s payments are on their way to the bank, and what this person can do about it. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  OneApprovalDocument,
  type ApprovalCardFragment,
  type OneApprovalQuery,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { DECIDED_BY } from '@/kernel/policies';
import { Button, Facts, Icon, InstantText, QueryStates, Skeleton, Tag, type Tone } from '@/ui';
import { ACT_ICONS, actsOf, obstacleOf, type Act } from './acts';
import './approvals.css';
import { ActDialog } from './components/ActDialog';
import { BehindFile } from './components/BehindFile';
import { PayeeList, usePayeeFacts } from './components/Payees';
import { GivenApprovals, RuleList } from './components/Progress';
import { ProofOfPasskey } from './components/ProofOfPasskey';
import { RuleHolds } from './components/RuleHolds';
import { Warnings } from './components/Warnings';
import { inWords } from './deciding';
import { labels } from './labels';
import { PANELS } from './leading';

type Journal = NonNullable<OneApprovalQuery['journal']>;

const LOOKS: Readonly<Record<ApprovalCardFragment['state'], readonly [Tone, string]>> = {
  OPEN: ['warn', 'user'],
  APPROVED: ['info', 'check'],
  REJECTED: ['bad', 'times-circle'],
  EXPIRED: ['bad', 'clock'],
  RELEASED: ['good', 'send'],
  ANSWERED: ['neutral', 'inbox'],
};
/** The next step says so already, and leads to the banks; what rules hold back is told above. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'approvals.no_connection',
  'approvals.held_by_rule',
]);

export function ApprovalPanel({ correlationId }: { correlationId: string }) {
  const query = useQuery(OneApprovalDocument, {
    variables: { correlationId },
    fetchPolicy: DECIDED_BY,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={5} />}>
      {({ journal }) => (
        <>
          {journal && journal.holds.length > 0 && <RuleHolds journal={journal} />}
          {journal?.approval ? (
            <Card journal={journal} approval={journal.approval} />
          ) : journal?.heldBack && !SAID_ELSEWHERE.has(journal.heldBack.code) ? (
            <HeldBack heldBack={journal.heldBack} />
          ) : null}
        </>
      )}
    </QueryStates>
  );
}

function HeldBack({ heldBack }: { heldBack: NonNullable<Journal['heldBack']> }) {
  const words = useLabels(labels);
  return (
    <div className="g-notice g-tone-info">
      <Icon name="info-circle" />
      <span>
        <strong>{words.heldBack}.</strong> {inWords(heldBack)}
      </span>
    </div>
  );
}

function Card({ journal, approval }: { journal: Journal; approval: ApprovalCardFragment }) {
  const words = useLabels(labels);
  const [act, setAct] = useState<Act | null>(null);
  const [tone, icon] = LOOKS[approval.state];
  const obstacle = obstacleOf(approval);
  const { correlationId, cutOff } = journal;
  const paid = usePayeeFacts(approval.facts, cutOff);
  return (
    <section id={PANELS.approval} tabIndex={-1} className="ap-panel" aria-label={words.panel}>
      <div className="ap-head">
        <h3>{words.panel}</h3>
        <Tag tone={tone} icon={icon}>
          {words[approval.state]}
        </Tag>
        <span className="g-muted">{words.progress(approval.given, approval.required)}</span>
        <Link to={paths.approvalPolicies}>{words.policies}</Link>
      </div>
      <Warnings approval={approval} />
      <Facts
        facts={[
          ...paid,
          [words.leavesBy, approval.connection],
          [words.uploadedBy, approval.uploadedBy.join(', ')],
          [
            words.hash,
            <code key="hash" title={words.hashHelp}>
              {approval.sha256.slice(0, 12)}
            </code>,
          ],
          ...(approval.state === 'OPEN'
            ? [[words.until, <InstantText key="until" value={approval.expires} />] as const]
            : []),
        ]}
      />
      <PayeeList facts={approval.facts} />
      <BehindFile behind={approval.behind} />
      <GivenApprovals approvals={approval.approvals} />
      {approval.state === 'OPEN' && <RuleList rules={approval.rules} />}
      <Ending approval={approval} />
      {approval.needsPasskey &&
        actsOf(approval).some((each) => each === 'approve' || each === 'sign') && (
          <p className="g-muted">
            <Icon name="key" /> {words.bindsPasskey}.{' '}
            <Link to={paths.passkeys}>{words.passkeys}</Link>
          </p>
        )}
      <div className="g-actions">
        {actsOf(approval).map((each, at) => (
          <Button
            key={each}
            small
            look={each === 'reject' ? 'danger' : at === 0 ? 'primary' : 'secondary'}
            icon={ACT_ICONS[each]}
            onClick={() => setAct(each)}
          >
            {each === 'approve' && approval.forPerson
              ? words.approveFor(approval.forPerson)
              : words[each]}
          </Button>
        ))}
      </div>
      {obstacle && (
        <p className="g-muted" role="note">
          {inWords(obstacle)}
        </p>
      )}
      {act && (
        <ActDialog
          act={act}
          correlationId={correlationId}
          approval={approval}
          cutOff={cutOff}
          onClose={() => setAct(null)}
        />
      )}
    </section>
  );
}

/** How it ended, and what to do now. */
function Ending({
  approval: { state, rejectedBy, reason, expiry, release },
}: {
  approval: ApprovalCardFragment;
}) {
  const words = useLabels(labels);
  if (state === 'REJECTED')
    return (
      <p>
        <strong>{words.rejectedBecause(rejectedBy ?? '')}</strong> {reason}
      </p>
    );
  if (expiry) return <p>{words[expiry]}</p>;
  return release ? (
    <>
      <p>
        {words.signedBy(release.signedBy)}, <InstantText value={release.signed} />
      </p>
      <ProofOfPasskey proof={release.proof} />
    </>
  ) : null;
}
