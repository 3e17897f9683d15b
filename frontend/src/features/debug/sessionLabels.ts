/** Words of who the asker is, and of what is switched on. */
import { defineLabels } from '@/kernel/i18n';

export const sessionLabels = defineLabels({
  session: { en: 'Session and switches', da: 'Session og funktioner' },
  host: { en: 'Address', da: 'Adresse' },
  realm: { en: 'Realm', da: 'Område' },
  because: { en: 'Found by', da: 'Fundet ved' },
  isDefault: {
    en: 'It is the realm of addresses that name none',
    da: 'Det er området for adresser, der ikke nævner noget',
  },
  byName: { en: 'The first part of the address', da: 'Første led i adressen' },
  roles: { en: 'Roles', da: 'Roller' },
  permissions: { en: 'May', da: 'Må' },
  claims: { en: 'Claims of the token', da: 'Oplysninger i tokenet' },
  claim: { en: 'Claim', da: 'Oplysning' },
  value: { en: 'Value', da: 'Værdi' },
  withheld: { en: 'Not shown', da: 'Vises ikke' },
  inPart: { en: 'In part', da: 'Delvist' },
  switches: { en: 'What is switched on', da: 'Hvad der er slået til' },
  part: { en: 'Part', da: 'Del' },
  state: { en: 'State', da: 'Tilstand' },
  on: { en: 'On', da: 'Til' },
  off: { en: 'Off', da: 'Fra' },
  decidedBy: { en: 'Decided by', da: 'Afgøres af' },
});

/** Parts, by the server's code. */
export const switchLabels = defineLabels({
  SIMULATED_BANK: { en: 'Simulated bank', da: 'Simuleret bank' },
  SIMULATED_ERP: { en: 'Simulated ERP', da: 'Simuleret ERP' },
  EMBEDDED_SIGN_IN: { en: 'Sign-in that ships inside', da: 'Indbygget login' },
  PUBLIC_SIGN_IN: {
    en: 'Sign-in on addresses others can reach',
    da: 'Login på adresser, andre kan nå',
  },
  MAIL_SERVER: { en: 'Mail server', da: 'Mailserver' },
  GRAPH_EXPLORER: {
    en: 'Writing questions to the graph by hand',
    da: 'Egne forespørgsler til grafen',
  },
});
