/** The realm’s approval rules: those in force, what is proposed, who acts for whom, and every version. */
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import {
  ApprovalPolicyPageDocument,
  ApprovalVersionListDocument,
  type ApprovalVersionListQuery,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  InstantText,
  List,
  Page,
  QueryStates,
  Skeleton,
  Tag,
  useList,
  type Column,
  type Tone,
} from '@/ui';
import './approvals.css';
import { Delegations } from './components/Delegations';
import { PolicyEditor } from './components/PolicyEditor';
import { RuleSentences, VersionCard } from './components/VersionCard';
import { policyLabels } from './policyLabels';
import type { Named } from './ruleForm';

type Version = ApprovalVersionListQuery['approvalPolicyVersions']['edges'][number]['node'];

const LOOKS: Readonly<Record<Version['state'], Tone>> = {
  PROPOSED: 'warn',
  ACTIVE: 'good',
  REPLACED: 'neutral',
  REJECTED: 'bad',
  WITHDRAWN: 'neutral',
};
const rowKey = (row: Version) => String(row.version);

export function ApprovalPolicyScreen() {
  const words = useLabels(policyLabels);
  const query = useQuery(ApprovalPolicyPageDocument);
  return (
    <Page title={words.title} lead={words.lead}>
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {({ approvalPolicies }) => <Policies named={approvalPolicies} />}
      </QueryStates>
    </Page>
  );
}

function Policies({ named }: { named: Named }) {
  const words = useLabels(policyLabels);
  const mayChange = useMay('payments.policies');
  const [editing, setEditing] = useState(false);
  const { active, proposed } = named;
  return (
    <div className="g-stack">
      <section className="g-stack">
        <div className="ap-head">
          <h2>{words.inForce}</h2>
          {mayChange && !proposed && !editing && (
            <Button small icon="pencil" onClick={() => setEditing(true)}>
              {words.change}
            </Button>
          )}
        </div>
        {active ? (
          <VersionCard version={active} named={named} />
        ) : (
          <p className="g-card">{words.noRules}</p>
        )}
      </section>
      {proposed && (
        <section className="g-stack">
          <h2>{words.proposed}</h2>
          <VersionCard version={proposed} named={named} />
        </section>
      )}
      {editing && !proposed && <PolicyEditor named={named} onClose={() => setEditing(false)} />}
      <Delegations approvers={named.approvers} />
      <History named={named} />
    </div>
  );
}

function History({ named }: { named: Named }) {
  const words = useLabels(policyLabels);
  const list = useList({
    name: 'approvalPolicyVersions',
    document: ApprovalVersionListDocument,
    variables: {},
    connection: ({ approvalPolicyVersions }) => approvalPolicyVersions,
    rowKey,
    prefix: 'version-',
  });
  const columns = useMemo(() => versionColumns(words, named), [words, named]);
  return (
    <section className="g-stack">
      <h2>{words.history}</h2>
      <List
        list={list}
        caption={words.history}
        columns={columns}
        hasViews={false}
        filtered={false}
        onClear={() => undefined}
        empty={{ picture: 'file', title: words.noHistory, text: words.noHistoryHelp }}
      />
    </section>
  );
}

function versionColumns(
  words: Words<typeof policyLabels>,
  named: Named,
): readonly Column<Version>[] {
  return [
    {
      key: 'version',
      header: words.history,
      width: 8,
      cell: (row) => (
        <>
          {words.version(row.version)}
          <span className="g-sub">
            <InstantText value={row.proposed} />
          </span>
        </>
      ),
    },
    {
      key: 'state',
      header: words.state,
      width: 12,
      cell: (row) => (
        <>
          <Tag tone={LOOKS[row.state]}>{words[row.state]}</Tag>
          <span className="g-sub">
            {words.proposedBy(row.proposedBy)}
            {row.decidedBy && ` · ${words.decidedBy(row.decidedBy)}`}
          </span>
          {row.reason && <span className="g-sub">{row.reason}</span>}
        </>
      ),
    },
    {
      key: 'rules',
      header: words.rules,
      width: 24,
      cell: (row) => <RuleSentences version={row} named={named} />,
    },
  ];
}
