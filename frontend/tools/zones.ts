/**
 * Who may import whom. A room imports the rooms below it, through their index; parts import
 * the kernel; the kernel imports nothing of ours. A room that is not placed fails the check.
 */
export const ROOMS: readonly string[] = [
  'debug',
  'outlook',
  'tasks',
  'dashboard',
  'reconciliation',
  'months',
  'billing',
  'erp',
  'logs',
  'journals',
  'payments',
  'statements',
  'uploads',
  'rules',
  'banks',
  'passkeys',
  'users',
  'clients',
  'webhooks',
  'messages',
  'documents',
  'audit',
];

/** Rooms that stand side by side and do not see each other. */
export const NEIGHBOURS: readonly (readonly string[])[] = [
  ['dashboard', 'reconciliation'],
  ['dashboard', 'months'],
  ['payments', 'statements'],
  ['billing', 'erp'],
];

export const LAYERS: readonly string[] = ['app', 'features', 'ui', 'kernel', 'generated'];

export interface Place {
  layer: string;
  room?: string;
  file: string;
}

/** Where a path below `src/` stands. */
export function placeOf(path: string): Place {
  const [layer = '', room] = path.split('/');
  return layer === 'features' && room ? { layer, room, file: path } : { layer, file: path };
}

/** Why one place may not import the other, or null when it may. */
export function forbidden(from: Place, to: Place): string | null {
  if (from.layer === 'testing') return null;
  if (to.layer === 'testing') return 'only tests import src/testing';
  if (from.room && to.room) return forbiddenRoom(from.room, to);
  const [above, below] = [LAYERS.indexOf(from.layer), LAYERS.indexOf(to.layer)];
  if (above < 0 || below < 0) return 'this folder has no place in tools/zones.ts';
  if (above > below) return `${from.layer} lies below ${to.layer}`;
  if (from.layer !== 'generated' && to.layer === 'features' && !isDoor(to))
    return `enter ${to.room} through its index`;
  if (to.layer === 'ui' && from.layer !== 'ui' && !/^ui\/(index\.ts|ui\.css)$/.test(to.file))
    return 'enter ui through its index';
  return null;
}

function forbiddenRoom(from: string, to: Place): string | null {
  const room = to.room ?? '';
  if (from === room) return null;
  const [above, below] = [ROOMS.indexOf(from), ROOMS.indexOf(room)];
  if (above < 0 || below < 0) return 'this room has no place in tools/zones.ts';
  if (above > below) return `room ${from} lies below room ${room}`;
  if (NEIGHBOURS.some((pair) => pair.includes(from) && pair.includes(room)))
    return `rooms ${from} and ${room} are neighbours`;
  return isDoor(to) ? null : `enter room ${room} through its index`;
}

/** `screen.ts` is the second door of a room whose index the shell loads at start. */
function isDoor({ file }: Place): boolean {
  return /^features\/[^/]+\/(index|screen)\.ts$/.test(file);
}

/** Outside packages that only one layer may use. */
export function forbiddenPackage(from: Place, name: string): string | null {
  if (/^prime(react|icons)(\/|$)/.test(name) && from.layer !== 'ui' && from.file !== 'app/main.tsx')
    return 'only ui imports the component library';
  if (name === 'keycloak-js' && from.layer !== 'kernel')
    return 'only the kernel speaks to the identity provider';
  return null;
}
