/** Words of what another program's frame shows instead of the console. They come with those pages. */
import { defineLabels } from '@/kernel/i18n';

export const framedLabels = defineLabels({
  framedAlone: { en: 'Open it in a tab of its own', da: 'Åbn den i sin egen fane' },
  framedRefused: {
    en: (host: string) =>
      `Your browser opened no window. Allow pop-up windows of ${host} on this page, and try again. Or check the file outside this program, which is then told nothing:`,
    da: (host: string) =>
      `Browseren åbnede ikke noget vindue. Tillad pop op-vinduer fra ${host} på denne side, og prøv igen. Eller kontrollér filen uden for programmet, som så ikke får besked:`,
  },
  framedReload: {
    en: 'Browsers keep a sign-in apart from pages shown inside other programs. So you are asked here again when the page is loaded anew, without a password as long as you are signed in elsewhere in this browser.',
    da: 'Browsere holder login adskilt fra sider, der vises inde i andre programmer. Derfor spørges du igen, når siden genindlæses, men uden adgangskode, så længe du er logget ind andre steder i browseren.',
  },
  framedSignIn: {
    en: 'Sign in to check payment files',
    da: 'Log ind for at kontrollere betalingsfiler',
  },
  framedSignInHelp: {
    en: 'For your safety the sign-in page is never shown inside another program. It opens in a window of its own, closes by itself, and you go on here.',
    da: 'Af hensyn til sikkerheden vises login-siden aldrig inde i et andet program. Den åbner i sit eget vindue og lukker af sig selv, og så fortsætter du her.',
  },
  framedSignInOpen: { en: 'Open the sign-in window', da: 'Åbn login-vinduet' },
  outsideFrame: { en: 'Not inside another program', da: 'Ikke inde i et andet program' },
  outsideFrameHelp: {
    en: 'Only the check of payment files is shown here. Everything else has a window of its own, where nothing can lie over its buttons.',
    da: 'Kun kontrollen af betalingsfiler vises her. Alt andet har sit eget vindue, hvor intet kan ligge hen over knapperne.',
  },
  outsideFrameOpen: { en: 'Open this page in a tab of its own', da: 'Åbn siden i sin egen fane' },
});
