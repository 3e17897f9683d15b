/** Gives and takes somebody's roles, after a question that names the person and every change. */
import { useState } from 'react';
import type { UserCardFragment, UserRole } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { listed, useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUnsaved } from '@/kernel/unsaved';
import { Button, DateText, Dialog, Facts, Icon } from '@/ui';
import { changeRoles } from '../accountActs';
import { NEEDS, closedBecause, type Circumstances } from '../guards';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { roleChange, waitsForSecond } from '../roles';
import { attempt, tellDone, useRefreshed } from '../useUserActions';
import { RoleChoices } from './RoleChoices';
import { SightPreview } from './SightPreview';

interface RoleEditorProps {
  user: UserCardFragment;
  circumstances: Circumstances;
  refusesConflicts: boolean;
  refusesCombining: boolean;
}

export function RoleEditor({
  user,
  circumstances,
  refusesConflicts,
  refusesCombining,
}: RoleEditorProps) {
  const words = useLabels(labels);
  const mayChange = useMay(NEEDS.roles);
  const [wanted, setWanted] = useState<readonly UserRole[]>(user.roles);
  const [asking, setAsking] = useState(false);
  const change = roleChange(user.roles, wanted);
  const dirty = change.give.length + change.take.length > 0;
  useUnsaved(dirty);
  const reason = closedBecause('roles', user, circumstances);
  const closed = (role: UserRole) => {
    if (!mayChange || reason) return '';
    if (role === 'ACCOUNT_MANAGEMENT' && circumstances.lastManager && user.roles.includes(role))
      return words.reasonLastManager;
    const waiting = user.roleRequests.find((request) => request.role === role);
    return waiting ? words.alreadyAsked(actorName(waiting.requestedBy)) : null;
  };
  const since = (role: UserRole) => {
    const grant = user.grants.find((each) => each.role === role);
    return (
      grant && (
        <>
          {words.heldSince} <DateText value={grant.since} />,{' '}
          {grant.givenBy ? words.createdBy(actorName(grant.givenBy)) : words.givenElsewhere}
        </>
      )
    );
  };
  return (
    <>
      {reason && (
        <p className="g-notice g-tone-info">
          <Icon name="info-circle" /> {words[reason]}
        </p>
      )}
      <RoleChoices
        legend={words.rolesOf(user.name)}
        value={wanted}
        onChange={setWanted}
        refusesConflicts={refusesConflicts}
        refusesCombining={refusesCombining}
        closed={closed}
        note={since}
      />
      {mayChange && !reason && (
        <div className="g-actions us-save">
          <Button look="primary" icon="check" disabled={!dirty} onClick={() => setAsking(true)}>
            {words.rolesSave}
          </Button>
          {dirty && (
            <Button look="quiet" icon="undo" onClick={() => setWanted(user.roles)}>
              {words.rolesUndo}
            </Button>
          )}
        </div>
      )}
      <SightPreview roles={wanted} />
      {asking && (
        <RolesDialog
          user={user}
          wanted={wanted}
          aloneHere={circumstances.aloneHere}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setWanted(user.roles);
          }}
        />
      )}
    </>
  );
}

function RolesDialog({
  user,
  wanted,
  aloneHere,
  onClose,
  onDone,
}: {
  user: UserCardFragment;
  wanted: readonly UserRole[];
  aloneHere: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const refreshed = useRefreshed();
  const { give, take } = roleChange(user.roles, wanted);
  const named = (roles: readonly UserRole[]) => listed(roles.map((role) => roleWords[role]));
  const lines = [
    [words.willGive, named(give.filter((role) => !waitsForSecond(role, aloneHere)))],
    [words.willAsk, named(give.filter((role) => waitsForSecond(role, aloneHere)))],
    [words.willTake, named(take)],
  ] as const;
  const go = async () => {
    setBusy(true);
    const { done, refused: why } = await attempt(async () => changeRoles(user.id, give, take));
    if (done === null) {
      setBusy(false);
      setRefused(why);
      return;
    }
    await refreshed();
    onDone();
    const { given, taken, requested } = done.told;
    if (given.length + taken.length > 0) tellDone(words.rolesSaved(user.name));
    if (requested.length > 0) tellDone(words.rolesRequested(named(requested)));
  };
  return (
    <Dialog
      title={words.rolesTitle(user.name)}
      confirm={words.rolesSave}
      danger={take.length > 0}
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <Facts facts={lines.filter(([, roles]) => roles !== '')} />
      {give.some((role) => waitsForSecond(role, aloneHere)) && (
        <p className="us-remark">{words.secondPerson}</p>
      )}
      {aloneHere && give.includes('ACCOUNT_MANAGEMENT') && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" /> {words.givenAlone(user.name)}
        </p>
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  );
}
