/** Words of passkeys: one’s own, and those of others that wait. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Passkeys', da: 'Adgangsnøgler' },
  lead: {
    en: 'A passkey lets you approve payments with your device. It asks for your PIN, fingerprint or face, and signs exactly what you approve.',
    da: 'Med en adgangsnøgle godkender du betalinger med din enhed. Den beder om PIN, fingeraftryk eller ansigt og underskriver præcis det, du godkender.',
  },
  own: { en: 'My passkeys', da: 'Mine adgangsnøgler' },
  people: {
    en: 'All passkeys',
    da: 'Alle adgangsnøgler',
  },
  none: { en: 'No passkeys yet', da: 'Ingen adgangsnøgler endnu' },
  noneHelp: {
    en: 'Register the device you approve with. An account manager then confirms it.',
    da: 'Registrér den enhed, du godkender med. Derefter bekræfter en brugeradministrator den.',
  },
  noneOfPeople: {
    en: 'No passkeys yet.',
    da: 'Ingen adgangsnøgler endnu.',
  },
  register: {
    en: 'Register passkey',
    da: 'Registrér adgangsnøgle',
  },
  registerHelp: {
    en: 'Your browser asks for the device next. If you signed in more than five minutes ago, you sign in again first. The passkey can be used when an account manager who is independent of you has confirmed it.',
    da: 'Herefter spørger browseren efter enheden. Er det mere end fem minutter siden, du loggede ind, logger du ind igen først. Adgangsnøglen kan bruges, når en brugeradministrator, der er uafhængig af dig, har bekræftet den.',
  },
  registered: {
    en: 'Registered. It can be used when an account manager has confirmed it.',
    da: 'Registreret. Den kan bruges, når en brugeradministrator har bekræftet den.',
  },
  name: { en: 'Name', da: 'Navn' },
  nameHelp: {
    en: 'Name of the device, such as Work phone.',
    da: 'Enhedens navn, fx Arbejdstelefon.',
  },
  nameMissing: {
    en: 'Enter a name',
    da: 'Angiv et navn',
  },
  noDevice: {
    en: 'No device responded, or you cancelled. Passkeys require a device with a PIN, fingerprint or face recognition, and the console’s own address over HTTPS.',
    da: 'Ingen enhed svarede, eller du annullerede. Adgangsnøgler kræver en enhed med PIN, fingeraftryk eller ansigtsgenkendelse og konsollens egen adresse over HTTPS.',
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
    en: 'Ask the owner in person or by phone whether they have just registered it. Someone with a stolen session could have registered another device.',
    da: 'Spørg ejeren personligt eller pr. telefon, om de lige har registreret den. Nogen med en stjålet session kan have registreret en anden enhed.',
  },
  confirmed: {
    en: 'Passkey confirmed.',
    da: 'Adgangsnøglen er bekræftet.',
  },
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
    en: 'It can no longer be used. Approvals given with it that are not signed yet must be given again.',
    da: 'Den kan ikke længere bruges. Godkendelser, der er givet med den og endnu ikke er underskrevet, skal gives igen.',
  },
  removed: {
    en: 'Passkey removed.',
    da: 'Adgangsnøglen er fjernet.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonMissing: {
    en: 'Enter a reason',
    da: 'Angiv en begrundelse',
  },
});
