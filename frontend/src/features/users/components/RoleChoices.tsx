/** The roles as checkboxes, each with what it means, and a warning when duties conflict. */
import type { UserRole } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { NEEDS_SECOND_PERSON, REFUSABLE, ROLES, conflictsOf } from '../roles';

interface RoleChoicesProps {
  legend: string;
  value: readonly UserRole[];
  onChange: (roles: readonly UserRole[]) => void;
  refusesConflicts?: boolean;
  /** Whether nobody manages accounts and approves payments here. */
  refusesCombining?: boolean;
  /** Why a role cannot be chosen now, in words. */
  closed?: (role: UserRole) => string | null;
  /** Something particular about a role, such as since when it is held. */
  note?: (role: UserRole) => React.ReactNode;
}

export function RoleChoices({
  legend,
  value,
  onChange,
  refusesConflicts = false,
  refusesCombining = false,
  closed,
  note,
}: RoleChoicesProps) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const toggle = (role: UserRole) =>
    onChange(
      value.includes(role)
        ? value.filter((each) => each !== role)
        : ROLES.filter((each) => each === role || value.includes(each)),
    );
  return (
    <fieldset className="us-roles">
      <legend className="us-legend">{legend}</legend>
      <ul className="g-checklist">
        {ROLES.map((role) => {
          const why = closed?.(role) ?? null;
          const remark = note?.(role);
          return (
            <li key={role}>
              <label>
                <input
                  type="checkbox"
                  checked={value.includes(role)}
                  disabled={why !== null}
                  onChange={() => toggle(role)}
                />
                <span>
                  {roleWords[role]}
                  {remark && <span className="g-muted"> {remark}</span>}
                  <small>{roleWords[`help${role}`]}</small>
                  {NEEDS_SECOND_PERSON.has(role) && !why && (
                    <small className="us-second">
                      <Icon name="users" />{' '}
                      {role === 'ACCOUNT_MANAGEMENT' ? words.secondManager : words.secondPerson}
                    </small>
                  )}
                  {why && <small className="us-second">{why}</small>}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <div role="status">
        {conflictsOf(value).map((conflict) => (
          <p key={conflict} className="g-notice g-tone-warn">
            <Icon name="exclamation-triangle" />
            <span>
              <strong>{roleWords[conflict]}.</strong> {roleWords[`why${conflict}`]}
              {(conflict === REFUSABLE ? refusesConflicts : refusesCombining) &&
                ` ${words.conflictRefused}`}
            </span>
          </p>
        ))}
      </div>
    </fieldset>
  );
}
