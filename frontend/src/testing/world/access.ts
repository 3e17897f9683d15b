/** What roles may do in the made-up company: just what the server's own matrix says. */
import example from '../../../../contract/examples/RoleMatrix.json?raw';

interface RoomVerbs {
  room: string;
  verbs: string[];
}

interface RoleLine {
  [key: string]: unknown;
  /** Null for what everybody may do. */
  role: string | null;
  rooms: RoomVerbs[];
}

export const roleMatrix = (JSON.parse(example) as { data: { roleMatrix: RoleLine[] } }).data
  .roleMatrix;

const verbsOf = ({ room, verbs }: RoomVerbs) => verbs.map((verb) => `${room}.${verb}`);

/** The verbs of somebody with these roles. */
export function verbsWith(roles: readonly string[]): ReadonlySet<string> {
  return new Set(
    roleMatrix
      .filter(({ role }) => role === null || roles.includes(role))
      .flatMap(({ rooms }) => rooms.flatMap(verbsOf)),
  );
}

/** What the made-up person may do: everything there is. */
export const VERBS: readonly string[] = [
  ...verbsWith(roleMatrix.map(({ role }) => role ?? '')),
].toSorted();

/** Verbs by room, as the server tells them. */
export function roomsOf(verbs: ReadonlySet<string>): RoomVerbs[] {
  const rooms = Map.groupBy([...verbs].toSorted(), (verb) => verb.slice(0, verb.indexOf('.')));
  return [...rooms].map(([room, each]) => ({
    room,
    verbs: each.map((verb) => verb.slice(room.length + 1)),
  }));
}
