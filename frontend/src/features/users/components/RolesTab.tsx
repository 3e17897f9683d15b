/** What each role adds, part by part in words; what chosen roles would open; and the rule about duties. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  RoleMatrixDocument,
  SetAccessRulesDocument,
  type RoleMatrixQuery,
  type UserRole,
} from '@/generated/graphql';
import { listed, useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { Icon, NoValue, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { spoken } from '../roles';
import { attempt, tellDone, tellRefused, useRefreshed } from '../useUserActions';
import { CombineRule } from './CombineRule';
import { RoleChoices } from './RoleChoices';
import { SightPreview } from './SightPreview';

export function RolesTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const query = useQuery(RoleMatrixDocument, { fetchPolicy: UNTOLD });
  const [roles, setRoles] = useState<readonly UserRole[]>([]);
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
      {({ roleMatrix, accessRules }) => (
        <>
          <p className="g-muted">{words.matrixLead}</p>
          <RoleMatrix rows={roleMatrix} />
          <DutyRule refuses={accessRules.refuseConflicts} down={down} />
          <CombineRule rules={accessRules} down={down} />
          <div className="g-card us-try">
            <RoleChoices legend={words.choosePreview} value={roles} onChange={setRoles} />
            <SightPreview roles={roles} />
          </div>
        </>
      )}
    </QueryStates>
  );
}

function RoleMatrix({ rows }: { rows: RoleMatrixQuery['roleMatrix'] }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const rooms = [...new Set(rows.flatMap((row) => row.rooms.map(({ room }) => room)))].toSorted(
    (a, b) => wordFor(roleWords, a).localeCompare(wordFor(roleWords, b)),
  );
  const header = (role: UserRole | null) => (role ? roleWords[role] : roleWords.everyone);
  return (
    <div className="g-table-frame">
      <table className="g-table us-matrix">
        <caption className="g-sr">{words.matrixTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{words.room}</th>
            {rows.map((row) => (
              <th key={row.role} scope="col">
                {header(row.role)}
                {row.secondPerson && (
                  <span title={words.secondPerson}>
                    {' '}
                    <Icon name="users" />
                    <span className="g-sr">{words.secondPerson}</span>
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room}>
              <th scope="row">{wordFor(roleWords, room)}</th>
              {rows.map((row) => {
                const verbs = row.rooms.find((each) => each.room === room)?.verbs ?? [];
                return (
                  <td
                    key={row.role}
                    data-label={header(row.role)}
                    className={verbs.length === 0 ? 'us-none' : ''}
                  >
                    {listed(spoken(verbs).map((verb) => wordFor(roleWords, verb))) || <NoValue />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DutyRule({ refuses, down }: { refuses: boolean; down: boolean }) {
  const words = useLabels(labels);
  const mayChange = useMay('users.roles');
  const [busy, setBusy] = useState(false);
  const [setRules] = useMutation(SetAccessRulesDocument);
  const refreshed = useRefreshed();
  const change = async (refuseConflicts: boolean) => {
    setBusy(true);
    const { refused } = await attempt(
      async () => (await setRules({ variables: { refuseConflicts } })).data?.setAccessRules,
    );
    await refreshed();
    setBusy(false);
    if (refused === null) tellDone(words.ruleSaved);
    else tellRefused(refused);
  };
  return (
    <fieldset className="g-card us-rule" disabled={busy || down || !mayChange}>
      <legend className="us-legend">{words.ruleTitle}</legend>
      <p className="g-muted">{words.ruleHelp}</p>
      <ul className="g-checklist">
        {[false, true].map((value) => (
          <li key={String(value)}>
            <label>
              <input
                type="radio"
                name="duty-rule"
                checked={refuses === value}
                onChange={() => void change(value)}
              />
              <span>{value ? words.ruleOn : words.ruleOff}</span>
            </label>
          </li>
        ))}
      </ul>
      {down && <p className="g-muted">{words.reasonDown}</p>}
    </fieldset>
  );
}
