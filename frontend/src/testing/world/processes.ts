/** Two worker processes of the made-up server, one of them gone. */
const process = (changes: object) => ({
  __typename: 'DebugProcess',
  name: 'host-1',
  host: 'host-1.nordhavn.example',
  pid: 4711,
  version: '0.1.0',
  started: '2026-11-20T06:00:00Z',
  seen: '2026-11-20T09:00:00Z',
  standing: 'WORKING',
  drained: null as string | null,
  running: 1,
  ...changes,
});

export const processes = [
  process({}),
  process({
    name: 'host-2',
    host: 'host-2.nordhavn.example',
    pid: 12,
    standing: 'GONE',
    running: 0,
  }),
];

export const resolvers = {
  debugProcesses: () => ({ hasOtherTenants: false, processes }),
  drainProcess: () => ({ __typename: 'Success', id: null }),
  takeProcessBack: () => ({ __typename: 'Success', id: null }),
};
