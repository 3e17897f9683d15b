/** How somebody stands, in short words with an icon: state, roles, conflicts, second factor. */
import type {
  DutyConflict,
  RequestState,
  UserLineFragment,
  UserRole,
  UserState,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag, type Tone } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';

const STATES: Readonly<Record<UserState, readonly [Tone, string]>> = {
  INVITED: ['info', 'envelope'],
  ACTIVE: ['good', 'check'],
  LOCKED: ['warn', 'lock'],
  DISABLED: ['neutral', 'ban'],
};

const REQUESTS: Readonly<Record<RequestState, readonly [Tone, string]>> = {
  PENDING: ['info', 'clock'],
  CONFIRMED: ['good', 'check'],
  REJECTED: ['bad', 'times'],
  WITHDRAWN: ['neutral', 'undo'],
  EXPIRED: ['neutral', 'stopwatch'],
};

export function StateTag({ state }: { state: UserState }) {
  const words = useLabels(labels);
  const [tone, icon] = STATES[state];
  return (
    <Tag tone={tone} icon={icon}>
      {words[state]}
    </Tag>
  );
}

export function RequestTag({ state }: { state: RequestState }) {
  const words = useLabels(labels);
  const [tone, icon] = REQUESTS[state];
  return (
    <Tag tone={tone} icon={icon}>
      {words[state]}
    </Tag>
  );
}

export function ConflictTags({ conflicts }: { conflicts: readonly DutyConflict[] }) {
  const roleWords = useLabels(roleLabels);
  return conflicts.map((conflict) => (
    <Tag key={conflict} tone="warn" icon="exclamation-triangle" title={roleWords[`why${conflict}`]}>
      {roleWords[conflict]}
    </Tag>
  ));
}

interface RoleTagsProps {
  roles: readonly UserRole[];
  conflicts?: readonly DutyConflict[];
  requested?: readonly UserRole[];
}

const NONE: readonly never[] = [];

/** The roles of somebody, what waits for a second person, and what conflicts. */
export function RoleTags({ roles, conflicts = NONE, requested = NONE }: RoleTagsProps) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  return (
    <span className="us-tags">
      {roles.length + requested.length === 0 && <span className="g-muted">{words.noRole}</span>}
      {roles.map((role) => (
        <Tag key={role} title={roleWords[`help${role}`]}>
          {roleWords[role]}
        </Tag>
      ))}
      {requested.map((role) => (
        <Tag key={role} tone="info" icon="clock">
          {words.waitsFor(roleWords[role])}
        </Tag>
      ))}
      <ConflictTags conflicts={conflicts} />
    </span>
  );
}

export function SecondFactorTag({ has }: { has: boolean }) {
  const words = useLabels(labels);
  return has ? (
    <Tag tone="good" icon="shield">
      {words.hasFactor}
    </Tag>
  ) : (
    <span className="g-muted">{words.noFactor}</span>
  );
}

/** When somebody last signed in, and whether that is too long ago. */
export function LastSignIn({
  user,
  children,
}: {
  user: Pick<UserLineFragment, 'isInactive'>;
  children: React.ReactNode;
}) {
  const words = useLabels(labels);
  return (
    <span className="us-tags">
      {children}
      {user.isInactive && (
        <Tag tone="warn" icon="clock">
          {words.inactive}
        </Tag>
      )}
    </span>
  );
}
