/** What the made-up server knows of itself: well but for one thing, two mails, a handful of settings. All invented. */

const LINK = 'http://localhost:8088/realms/nordhavn/login-actions/action-token?key=made-up';
const mails = [
  { id: '20261120T081500000000-00000002', to: 'emil.vang@nordhavn.example', subject: 'Vælg en adgangskode til Giroscope', time: '2026-11-20T08:15:00Z' },
  { id: '20261119T140000000000-00000001', to: 'ditte.krogh@nordhavn.example', subject: 'Bekræft din mailadresse', time: '2026-11-19T14:00:00Z' },
];

export const health = {
  product: '0.1.0', python: '3.11.7', database: 'SQLite 3.45.1', environment: 'test', realm: 'nordhavn', checked: '2026-11-20T09:00:00Z',
  checks: [
    { code: 'PYTHON', isWell: true, fact: '3.11.7' },
    { code: 'DISK_SPACE', isWell: false, fact: '1.2 GiB' },
    { code: 'DATABASE', isWell: true, fact: '1 ms' },
    { code: 'SIGN_IN', isWell: true, fact: '6 ms' },
  ],
};

export const resolvers = {
  debugHealth: () => health,
  debugSettings: () => [
    { name: 'GIROSCOPE_ADMIN_PASSWORD', value: null, origin: 'ENVIRONMENT', isSecret: true, isSet: true },
    { name: 'GIROSCOPE_DATABASE_URL', value: null, origin: 'DEFAULT', isSecret: false, isSet: false },
    { name: 'GIROSCOPE_PORT', value: '8087', origin: 'DEFAULT', isSecret: false, isSet: true },
  ],
  debugClock: () => new Date().toISOString(),
  debugMails: () => ({ way: 'FOLDER', mails }),
  debugMail: ({ id }: { id: string }) => ({ mail: mails.find((mail) => mail.id === id), text: `Hej Emil\n\nVælg en adgangskode:\n\n${LINK}\n`, links: [LINK] }),
};
