/** Why an act was refused, in Danish by the refusal's code; English comes from the server. */
import { defineLabels } from '@/kernel/i18n';

type Values = Readonly<Record<string, string | undefined>>;

export interface Refused {
  code: string | null;
  message: string | null;
  /** What the sentence is filled with. */
  values?: readonly { name: string; value: string }[] | null;
}

const BLOCKS: Readonly<Record<string, (name: string) => string>> = {
  repeats: (name) => `kontoudtoget ${name} gentager posteringer fra den, så fortryd det først`,
  adds: (name) => `${name} har føjet posteringer til dens kontoudtog, så fortryd den først`,
  describes: (name) => `${name} har føjet oplysninger til dens posteringer, så fortryd den først`,
  answers: (name) => `${name} er svar på dens betalinger`,
  signed: () => 'dens betalinger er underskrevet til afsendelse',
};

const blocks = (values: Values) => Object.entries(values).map(([kind, name]) => BLOCKS[kind]?.(name ?? '')).filter(Boolean).join('; ');

const DANISH: Readonly<Record<string, (values: Values) => string>> = {
  conflict: () => 'Det er ikke muligt, som tingene står nu.',
  forbidden: () => 'Dine roller tillader det ikke.',
  internal: ({ incident }) => `Noget gik galt her.${incident ? ` Oplys hændelse ${incident}.` : ''}`,
  invalid_input: () => 'Forespørgslen kan ikke forstås.',
  not_found: () => 'Den findes ikke, eller du har ikke adgang til den.',
  rate_limited: () => 'Der kom for mange forespørgsler; vent et øjeblik, og prøv igen.',
  selection_changed: () => 'Der er kommet andre rækker, som matcher; se dem igennem igen.',
  selection_too_large: () => 'Der matcher flere rækker, end der kan ændres på én gang; indsnævr filteret.',
  too_complex: () => 'Der blev spurgt om mere, end ét svar kan rumme.',
  too_large: () => 'Filen er større, end denne installation tager imod.',
  too_slow: () => 'Forespørgslen nåede ikke frem i tide; send den igen.',
  unauthenticated: () => 'Log ind først.',
  unavailable: () => 'En del, som dette kræver, svarer ikke; prøv igen om et øjeblik.',
  'approvals.already_approved': () => 'Du har godkendt disse betalinger; hver godkendelse skal komme fra en ny person.',
  'approvals.answered': () => 'En bank har allerede svaret på disse betalinger; de er gået en anden vej.',
  'approvals.approver_gone': () => 'En godkendelse gælder ikke længere, fordi personen ikke længere er betalingsgodkender. Der skal en anden til.',
  'approvals.bad_delegation': () => 'Ingen kan handle for dig på den måde.',
  'approvals.bad_rule': () => 'Denne regel kan ikke bruges.',
  'approvals.complete': () => 'Alle godkendelser er givet; nu skal der underskrives.',
  'approvals.document_changed': () => 'Filen er en anden end den, du så; læs den, før du afgør noget.',
  'approvals.expired': () => 'Betalingerne blev ikke godkendt i tide; intet af dem bliver sendt.',
  'approvals.incomplete': () => 'Der mangler godkendelser; underskriv, når de alle er givet.',
  'approvals.invalid': () => 'Betalingsfilen har fejl og kan ikke sendes; upload en rettet fil.',
  'approvals.managers_not_independent': () => 'Du og den, der foreslog det, tæller som én; en anden brugeradministrator afgør det.',
  'approvals.no_case': () => 'Denne journal er ikke til godkendelse.',
  'approvals.no_change': () => 'Disse regler gælder allerede.',
  'approvals.no_connection': () => 'Ingen forbindelse sender fra denne konto; forbind banken.',
  'approvals.not_approver': () => 'Du er ikke betalingsgodkender; log ind igen, hvis det er ændret.',
  'approvals.not_proposer': () => 'Kun den, der foreslog en ændring, kan trække den tilbage.',
  'approvals.not_reopenable': () => 'Den kan ikke afvente igen; lav en ny fil med en senere udførelsesdato.',
  'approvals.not_your_turn': () => 'Reglerne kræver en andens godkendelse, eller at en anden godkender først.',
  'approvals.nothing_pending': () => 'Denne version afventer ingen; se efter igen.',
  'approvals.nothing_to_undo': () => 'Du har ingen afgørelse her, der kan trækkes tilbage.',
  'approvals.one_pending': () => 'En ændring af reglerne afventer allerede; den skal afgøres før den næste.',
  'approvals.own_upload': () => 'Du har selv afleveret disse betalinger; en anden godkender og underskriver dem.',
  'approvals.reason_needed': () => 'Angiv en begrundelse; den gemmes sammen med afgørelsen.',
  'approvals.rejected': () => 'Betalingerne er afvist; intet af dem bliver sendt.',
  'approvals.released': () => 'Betalingerne er underskrevet; nu kan kun banken standse dem.',
  'approvals.same_manager': () => 'En anden brugeradministrator afgør det end den, der foreslog det.',
  'approvals.several_connections': () => 'Kontiene i filen hører til forskellige forbindelser; lav en fil til hver bank.',
  'approvals.tied_to_approver': () => 'Du og en, der har godkendt, tæller som én person; der skal en tredje til.',
  'approvals.tied_to_uploader': () => 'Du og den, der afleverede betalingerne, tæller som én person; en anden afgør det.',
  'erp.at_work': () => 'Kontrollerne kører allerede; vent, til de er færdige.',
  'erp.bad_document': () => 'Dette er ikke en opsætning, der er eksporteret herfra.',
  'erp.bad_setting': () => 'Det kan ikke være indstillingens værdi.',
  'erp.changed_meanwhile': () => 'Nogen har ændret opsætningen imens; se den igen.',
  'erp.conversation_failed': () => 'ERP-systemet svarede ikke, som det skulle.',
  'erp.draft_in_the_way': () => 'Der er allerede en kladde; tag den i brug eller kassér den først.',
  'erp.invalid': () => 'En kontrol er fejlet; få det, den nævner, i orden, og validér igen.',
  'erp.looks_secret': () => 'Dette ligner en hemmelighed, og indstillingen vises for alle.',
  'erp.no_connector': () => 'Der er ingen forbindelse til det ERP-system her.',
  'erp.no_draft': () => 'Der er ingen kladde; ret noget først.',
  'erp.no_such_setting': () => 'ERP-systemet har ingen indstilling med det navn.',
  'erp.not_at_work': () => 'Ingen kontrol kører.',
  'erp.not_complete': () => 'Noget, ERP-systemet har brug for, er ikke angivet.',
  'erp.not_configured': () => 'Intet ERP-system er sat op endnu.',
  'erp.not_validated': () => 'Validér kladden, som den er nu; den kan tages i brug, når den er gyldig.',
  'erp.nothing_to_check': () => 'Der er intet at kontrollere.',
  'erp.secret_gone': () => 'Denne versions hemmelighed er slettet; angiv den igen.',
  'journals.being_imported': () => 'Dokumenterne er allerede ved at blive importeret.',
  'journals.undo_blocked': (values) => `Importen kan ikke fortrydes: ${blocks(values)}.`,
  'messages.already_resolved': () => 'Meddelelsen er allerede løst.',
  'messages.not_resolved': () => 'Meddelelsen er ikke løst, så der er intet at trække tilbage.',
  'messages.note_too_long': () => 'En note kan højst være på 1.000 tegn.',
  'uploads.no_work': () => 'Der er intet arbejde i gang med denne upload.',
  'uploads.not_an_import': () => 'Kun en import kan annulleres.',
  'uploads.not_retryable': () => 'Kun en import, der ikke lykkedes, kan prøves igen.',
  'uploads.not_undoable': () => 'Kun en gennemført import kan fortrydes.',
  'uploads.on_right_page': () => 'Filen er allerede på den rigtige side.',
  'users.approvers_account': () => 'Betalingsgodkenderes og brugeradministratorers mail og adgangskode er kun deres egne.',
  'users.bad_mail': () => 'Dette er ikke en mailadresse.',
  'users.last_manager': () => 'Dette er den sidste brugeradministrator, der kan logge ind; udnævn en anden først.',
  'users.mail_works': () => 'Invitationen er sendt med mail; en adgangskode vises kun, hvor mail ikke virker.',
  'users.no_manager': () => 'Du er ikke længere brugeradministrator; log ind igen for at se, hvad der er ændret.',
  'users.not_independent': () => 'Du og den, der har anmodet, tæller som én; en anden brugeradministrator afgør det.',
  'users.not_invited': () => 'Personen har allerede logget ind eller er deaktiveret; der er ingen invitation.',
  'users.not_requester': () => 'Kun den, der har anmodet om en rolle, kan trække anmodningen tilbage.',
  'users.only_at_the_shell': () => 'Kun operatøren ved kommandolinjen gør dette uden en anden person.',
  'users.own_account': () => 'Det gør man ikke ved sig selv; brug din profil, eller spørg en anden brugeradministrator.',
  'users.own_rights': () => 'Ingen ændrer sine egne roller; spørg en anden brugeradministrator.',
  'users.request_closed': () => 'Anmodningen er afgjort eller trukket tilbage, eller dens syv dage er gået.',
  'users.requester_gone': () => 'Den, der anmodede om rollen, er ikke længere brugeradministrator; anmod igen.',
  'users.role_conflict': () => 'Den, der uploader betalinger, må ikke også godkende dem; det tillader denne installation ikke.',
  'users.second_person': () => 'En anden brugeradministrator afgør det: hverken den, der anmodede, eller den, det handler om.',
  'users.unknown_person': () => 'Ingen hedder sådan her, eller flere gør.',
  'users.unknown_role': () => 'Kun Giroscopes egne roller kan gives og fjernes her.',
};

const told = ({ values }: Refused): Values => Object.fromEntries((values ?? []).map(({ name, value }) => [name, value]));

/** The reason in the reader's language; one that is not known here stays as the server said it. */
export const refusalLabels = defineLabels({
  reason: {
    en: (refused: Refused) => refused.message ?? '',
    da: (refused: Refused) => DANISH[refused.code ?? '']?.(told(refused)) ?? refused.message ?? '',
  },
});
