/** Words of passkeys: one’s own, and those of others that wait. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Passkeys', da: 'Adgangsnøgler' },
  lead: {
    en: 'A passkey lets you approve payments with your device: it asks for your PIN, finger or face, and signs exactly what is approved.',
    da: 'Med en adgangsnøgle godkender du betalinger med din enhed: den beder om PIN, finger eller ansigt og underskriver præcis det, der godkendes.',
  },
  own: { en: 'My passkeys', da: 'Mine adgangsnøgler' },
  people: { en: 'Everybody’s passkeys', da: 'Alles adgangsnøgler' },
  none: { en: 'No passkeys yet', da: 'Ingen adgangsnøgler endnu' },
  noneHelp: {
    en: 'Register the device you approve with. An account manager then confirms it.',
    da: 'Registrér den enhed, du godkender med. Derefter bekræfter en brugeradministrator den.',
  },
  noneOfPeople: { en: 'Nobody has a passkey yet.', da: 'Ingen har en adgangsnøgle endnu.' },
  register: { en: 'Register a passkey', da: 'Registrér en adgangsnøgle' },
  registerHelp: {
    en: 'Your browser asks for the device next. If you signed in more than five minutes ago, you sign in again first. An account manager who is independent of you confirms the passkey before it counts.',
    da: 'Herefter spørger browseren efter enheden. Er det mere end fem minutter siden, du loggede ind, logger du ind igen først. En brugeradministrator, der er uafhængig af dig, bekræfter adgangsnøglen, før den tæller.',
  },
  registered: {
    en: 'Registered. An account manager confirms it before it counts.',
    da: 'Registreret. En brugeradministrator bekræfter den, før den tæller.',
  },
  name: { en: 'Name', da: 'Navn' },
  nameHelp: {
    en: 'What you call the device, such as Work phone.',
    da: 'Hvad du kalder enheden, fx Arbejdstelefon.',
  },
  nameMissing: { en: 'Give it a name', da: 'Giv den et navn' },
  noDevice: {
    en: 'No device answered, or you cancelled. Passkeys need a device with a PIN, finger or face, and the console’s own address over HTTPS.',
    da: 'Ingen enhed svarede, eller du annullerede. Adgangsnøgler kræver en enhed med PIN, finger eller ansigt og konsollens egen adresse over HTTPS.',
  },
  person: { en: 'Person', da: 'Person' },
  state: { en: 'State', da: 'Tilstand' },
  added: { en: 'Added', da: 'Tilføjet' },
  lastUsed: { en: 'Last used', da: 'Sidst brugt' },
  never: { en: 'Never', da: 'Aldrig' },
  actions: { en: 'Actions', da: 'Handlinger' },
  synced: { en: 'Synced between devices', da: 'Synkroniseres mellem enheder' },
  PENDING: { en: 'Pending confirmation', da: 'Afventer bekræftelse' },
  ACTIVE: { en: 'Active', da: 'Aktiv' },
  REMOVED: { en: 'Removed', da: 'Fjernet' },
  confirmedBy: {
    en: (who: string) => `Confirmed by ${who}`,
    da: (who: string) => `Bekræftet af ${who}`,
  },
  confirm: { en: 'Confirm', da: 'Bekræft' },
  confirmOf: {
    en: (name: string, who: string) => `Confirm ${name} of ${who}`,
    da: (name: string, who: string) => `Bekræft ${name} fra ${who}`,
  },
  confirmTitle: {
    en: (who: string) => `Confirm the passkey of ${who}?`,
    da: (who: string) => `Bekræft adgangsnøglen fra ${who}?`,
  },
  confirmHelp: {
    en: 'Ask the owner in person or by phone whether they registered it just now. Somebody with a stolen session could have registered a device of their own.',
    da: 'Spørg ejeren personligt eller pr. telefon, om de lige har registreret den. En, der har stjålet en session, kan have registreret sin egen enhed.',
  },
  confirmed: { en: 'The passkey counts from now on.', da: 'Adgangsnøglen tæller fra nu af.' },
  remove: { en: 'Remove', da: 'Fjern' },
  removeOf: {
    en: (name: string, who: string) => `Remove ${name} of ${who}`,
    da: (name: string, who: string) => `Fjern ${name} fra ${who}`,
  },
  removeTitle: {
    en: (name: string) => `Remove the passkey ${name}?`,
    da: (name: string) => `Fjern adgangsnøglen ${name}?`,
  },
  removeHelp: {
    en: 'It cannot be used any more. Approvals given with it that are not signed yet have to be given again.',
    da: 'Den kan ikke bruges mere. Godkendelser, der er givet med den og endnu ikke underskrevet, skal gives igen.',
  },
  removed: { en: 'The passkey is removed.', da: 'Adgangsnøglen er fjernet.' },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonMissing: { en: 'Write a reason', da: 'Skriv en begrundelse' },
});
