/** Why an act was refused, in Danish by the refusal's code; English comes from the server. A chunk for who reads Danish. */

export type Values = Readonly<Record<string, string | undefined>>;

const BLOCKS: Readonly<Record<string, (name: string) => string>> = {
  repeats: (name) => `kontoudtoget ${name} gentager posteringer fra den, så fortryd det først`,
  adds: (name) => `${name} har føjet posteringer til dens kontoudtog, så fortryd den først`,
  describes: (name) => `${name} har føjet oplysninger til dens posteringer, så fortryd den først`,
  answers: (name) => `${name} er svar på dens betalinger`,
  signed: () => 'dens betalinger er underskrevet til afsendelse',
};

const blocks = (values: Values) =>
  Object.entries(values)
    .map(([kind, name]) => BLOCKS[kind]?.(name ?? ''))
    .filter(Boolean)
    .join('; ');

const DANISH: Readonly<Record<string, (values: Values) => string>> = {
  bad_cursor: () => 'Adressen på siden er beskadiget; begynd forfra med den første side.',
  bad_filter: () => 'Filteret eller rækkefølgen hører ikke til denne liste.',
  bad_limit: () =>
    'En grænse er et helt tal over nul, og en upload er højst så stor som de øvrige her.',
  bad_realm_name: () => 'Det kan et område ikke hedde.',
  'billing.already_questioned': () =>
    'Der er allerede gjort indsigelse mod fakturaen; sælgeren svarer.',
  'billing.bad_catalogue': () =>
    'Filen med planer og priser har en fejl; operatøren skal rette den.',
  'billing.bad_details': () => 'Det kan ikke stå på en faktura.',
  'billing.cancelled': () => 'Abonnementet er opsagt eller sættes på pause; fortryd det først.',
  'billing.details_missing': () =>
    'Udfyld først navn, adresse, by og land: en faktura skal nævne køberen.',
  'billing.draft': () => 'En kladde har endnu intet nummer og kan ikke hentes eller sendes.',
  'billing.no_change_waits': () => 'Der venter ingen ændring til næste periode.',
  'billing.no_subscription': () =>
    'Der er endnu intet abonnement; det oprettes inden for et minut.',
  'billing.nobody_to_mail': () => 'Ingen får denne mail; angiv en adresse.',
  'billing.none': () => 'Ingen faktureres af denne installation.',
  'billing.not_cancelled': () => 'Der er ingen opsigelse at fortryde.',
  'billing.not_now': () => 'Den ændring kan først begynde med næste periode.',
  'billing.not_questioned': () => 'Ingen har gjort indsigelse mod fakturaen.',
  'billing.nothing_changes': () => 'Det er det, I har i forvejen.',
  'billing.nothing_to_cancel': () => 'Der opkræves intet, så der er intet at opsige.',
  'billing.nothing_to_credit': () => 'Det er mere, end der er tilbage at kreditere.',
  'billing.price_moved': () => 'Prisen er ikke længere den viste; se på den igen.',
  'billing.too_few_seats': () => 'Planen begynder med flere pladser.',
  'billing.unknown_plan': () => 'Den plan findes ikke til den pris.',
  conflict: () => 'Det er ikke muligt, som tingene står nu.',
  'clock.unreadable': () => 'Filen i GIROSCOPE_CLOCK_FILE har intet antal sekunder.',
  'demo.no_bank': () => 'Den simulerede bank svarer ikke.',
  'demo.no_erp': () => 'Det simulerede ERP-system svarer ikke.',
  'demo.not_made_up': () => 'Dette er ikke en betaling i demodata.',
  'demo.production': () => 'Denne installation er mærket produktion: her laves ingen demodata.',
  database_away: () => 'Databasen svarer ikke; prøv igen om et øjeblik.',
  'debug.many_tenants': () =>
    'Processen arbejder også for andre områder; driften tager den ud af drift fra en kommandolinje.',
  'debug.on_its_page': () => 'En import køres igen, standses og fortrydes på siden med uploads.',
  disk_full: () =>
    'Der er ikke plads til at gemme det; den, der driver installationen, skal skaffe plads.',
  forbidden: () => 'Dine roller tillader det ikke.',
  identity_locked: () =>
    'Login-tjenesten giver ikke Giroscope adgang til dette; en operatør skal bringe det i orden.',
  identity_mail: () => 'Login-tjenesten kunne ikke sende mailen; dens mailserver skal sættes op.',
  identity_refused: () => 'Login-tjenesten afviser dette.',
  identity_unavailable: () => 'Login-tjenesten svarer ikke; prøv igen om et øjeblik.',
  internal: ({ incident }) =>
    `Noget gik galt her.${incident ? ` Oplys hændelse ${incident}.` : ''}`,
  invalid_input: () => 'Forespørgslen kan ikke forstås.',
  key_service_away: () => 'Nøgletjenesten svarer ikke; prøv igen om et øjeblik.',
  key_service_refuses: () => 'Nøgletjenesten afviser; operatøren skal se efter.',
  misdirected: () => 'Dette er ikke stedet at spørge.',
  no_report: () => 'Dette er ikke en fejlmelding fra konsollen.',
  not_found: () => 'Den findes ikke, eller du har ikke adgang til den.',
  notice_refused: () =>
    'Dette er ikke en besked om en afsluttet session fra dette områdes login-tjeneste.',
  notice_used: () => 'Beskeden om sessionens afslutning er givet før.',
  rate_limited: () => 'Der kom for mange forespørgsler; vent et øjeblik, og prøv igen.',
  foreign_host: () => 'Giroscope har ikke fået denne adresse; åbn den adresse, du har fået oplyst.',
  realm_not_ours: () => 'Dette område er login-tjenestens eget.',
  selection_changed: () => 'Der er kommet andre rækker, som matcher; se dem igennem igen.',
  selection_too_large: () =>
    'Der matcher flere rækker, end der kan ændres på én gang; indsnævr filteret.',
  session_ended: () => 'Du er blevet logget ud; log ind igen.',
  storage_full: () => 'Der er ikke plads til flere filer; bed jeres administrator om mere plads.',
  store_away: () => 'Dokumentlageret svarer ikke; prøv igen om et øjeblik.',
  ticket_used: () => 'Downloadadressen er brugt eller for gammel; bed om filen igen.',
  too_complex: () => 'Der blev spurgt om mere, end ét svar kan rumme.',
  too_costly: () => 'Du har bedt om meget på kort tid; bed om færre rækker, eller vent lidt.',
  too_large: () => 'Filen er større, end denne installation tager imod.',
  too_many_streams: () =>
    'Beskeder vises for mange steder på én gang; luk en fane eller et vindue.',
  too_many_tickets: () => 'Du har bedt om mange filer på et minut; hent dem først.',
  too_slow: () => 'Forespørgslen nåede ikke frem i tide; send den igen.',
  unauthenticated: () => 'Log ind først.',
  unavailable: () => 'En del, som dette kræver, svarer ikke; prøv igen om et øjeblik.',
  unknown_limit: () => 'Der er ingen grænse med det navn.',
  unknown_realm: () => 'Det område findes ikke her.',
  'approvals.already_approved': () =>
    'Du har godkendt disse betalinger; hver godkendelse skal komme fra en ny person.',
  'approvals.answered': () =>
    'En bank har allerede svaret på disse betalinger; de er gået en anden vej.',
  'approvals.approver_gone': () =>
    'En godkendelse gælder ikke længere, fordi personen ikke længere er betalingsgodkender. Der skal en anden til.',
  'approvals.bad_delegation': () => 'Denne fuldmagt er ikke mulig.',
  'approvals.bad_rule': () => 'Denne regel kan ikke bruges.',
  'approvals.bad_rule_amount': () => 'Angiv et beløb over nul.',
  'approvals.bad_rule_currency': () => 'En valuta har tre bogstaver.',
  'approvals.bad_rule_name': () => 'En regel skal have et navn på højst 80 tegn.',
  'approvals.bad_step_count': () => 'En regel kræver fra 1 til 9 godkendelser.',
  'approvals.cannot_be_met': () => 'Hver godkendelse skal komme fra en ny person; nævn flere.',
  'approvals.complete': () => 'Alle godkendelser er givet; nu skal der underskrives.',
  'approvals.document_changed': () =>
    'Filen er ændret, siden du åbnede den; gennemgå den, før du afgør noget.',
  'approvals.expired': () => 'Godkendelsesfristen er overskredet; intet bliver sendt.',
  'approvals.incomplete': () => 'Der mangler godkendelser; underskriv, når de alle er givet.',
  'approvals.invalid': () => 'Betalingsfilen har fejl og kan ikke sendes; upload en rettet fil.',
  'approvals.managers_not_independent': () =>
    'Du og den, der foreslog det, tæller som én; en anden brugeradministrator afgør det.',
  'approvals.names_no_approver': () => 'En af de nævnte har ikke rollen betalingsgodkender.',
  'approvals.no_case': () => 'Denne journal er ikke sendt til godkendelse.',
  'approvals.no_change': () => 'Disse regler gælder allerede.',
  'approvals.no_connection': () => 'Ingen forbindelse sender fra denne konto; forbind banken.',
  'approvals.not_approver': () =>
    'Du har ikke rollen betalingsgodkender; log ind igen, hvis det er ændret.',
  'approvals.not_proposer': () => 'Kun den, der foreslog en ændring, kan trække den tilbage.',
  'approvals.not_reopenable': () =>
    'Den kan ikke sendes til godkendelse igen; upload en ny fil med en senere udførelsesdato.',
  'approvals.not_your_turn': () =>
    'Reglerne kræver en andens godkendelse, eller at en anden godkender først.',
  'approvals.nothing_pending': () => 'Denne version afventer ikke; genindlæs siden.',
  'approvals.nothing_to_undo': () => 'Du har ingen afgørelse her, der kan trækkes tilbage.',
  'approvals.one_pending': () =>
    'En ændring af reglerne afventer allerede; den skal afgøres før den næste.',
  'approvals.held_by_rule': () =>
    'En regel holder betalinger i den tilbage, indtil nogen frigiver dem.',
  'rules.bad_rule': () => 'Reglen kan ikke bruges, som den er.',
  'rules.no_conditions': () => 'En regel skal have mindst én betingelse; uden passer den på alt.',
  'rules.no_actions': () => 'En regel skal gøre noget.',
  'rules.bad_name': () =>
    'Et navn er på én linje: højst 80 tegn for en regel og 40 for et mærke, og hvert mærke har sit eget.',
  'rules.no_such_field': () => 'Disse poster har ikke dette felt.',
  'rules.no_such_operator': () => 'Feltet kan ikke sammenlignes sådan.',
  'rules.bad_value': () =>
    'Værdien passer ikke til feltet, eller den første er større end den anden.',
  'rules.currency_needed': () => 'Et beløb sammenlignes i en valuta; angiv hvilken.',
  'rules.bad_action': () => 'Det kan ikke gøres med disse poster, eller der mangler noget.',
  'rules.unknown_reference': () => 'Det, som reglen nævner, findes ikke her.',
  'rules.too_many': () => 'En regel har højst 10 blokke, 50 betingelser og 10 handlinger.',
  'rules.too_many_rules': () => 'Der er højst 1.000 regler; arkivér nogle.',
  'rules.changed_meanwhile': () => 'En anden har ændret reglen; se på den igen.',
  'rules.no_draft': () => 'Reglen har ingen kladde.',
  'rules.draft_in_the_way': () => 'Reglen har allerede en kladde; kassér den først.',
  'rules.waits': () =>
    'En ændring af reglen afventer en anden person; den skal afgøres eller trækkes tilbage først.',
  'rules.nothing_waits': () => 'Intet ved reglen afventer en afgørelse.',
  'rules.not_possible': () => 'Det kan reglen eller mærket ikke, som det står nu.',
  'rules.same_person': () => 'En anden skal bekræfte det: du bad selv om det.',
  'rules.bad_place': () => 'En regel sættes før eller efter en anden eller på en plads fra 1.',
  'rules.not_approver': () =>
    'En betalingsgodkender, der ikke selv har lagt betalingerne ind, frigiver dem.',
  'rules.own_payments': () =>
    'Den, der står bag betalingerne, frigiver dem ikke; det gør en anden godkender.',
  'rules.not_independent': () => 'Det skal være en anden person, som ingen andre herfra kan være.',
  'rules.not_active': () => 'Kun en aktiv regel kan anvendes.',
  'rules.run_in_the_way': () =>
    'En kørsel er allerede i gang; vent til den slutter, eller standse den.',
  'rules.preview_needed': () =>
    'Reglerne er ikke længere dem, som blev vist; se på det igen først.',
  'rules.no_hold': () => 'Ingen betaling i journalen holdes tilbage af en regel.',
  'rules.bad_file': () =>
    'Det er ikke en fil med regler, eller en regel i den kan ikke bruges her.',
  'rules.bad_range': () => 'Den sidste dag ligger før den første.',
  'approvals.passkey_needed': () =>
    'En regel kræver din adgangsnøgle: åbn journalen, og brug den dér.',
  'approvals.fresh_sign_in_needed': () =>
    'En regel kræver et nyt login eller en adgangsnøgle: log ind igen først.',
  'approvals.bad_sign_in_minutes': () => 'Et nyt login gælder i 1 til 720 minutter.',
  'approvals.not_proven': () => 'Filens godkendelser kan ikke bekræftes; den sendes ikke.',
  'passkeys.already_removed': () => 'Adgangsnøglen er fjernet allerede.',
  'passkeys.bad_answer': () => 'Enhedens svar kan ikke bekræftes; prøv igen.',
  'passkeys.broken_proof': () =>
    'En godkendelse med adgangsnøgle kan ikke længere bekræftes; betalingerne sendes ikke.',
  'passkeys.challenge_over': () =>
    'Forespørgslen til enheden er udløbet eller allerede besvaret; prøv igen.',
  'passkeys.decided': () => 'Nogen har allerede afgjort denne adgangsnøgle; se igen.',
  'passkeys.known': () => 'Adgangsnøglen er registreret allerede.',
  'passkeys.manager_not_independent': () =>
    'Du og ejeren tæller som én: en anden brugeradministrator bekræfter.',
  'passkeys.none': () =>
    'Du har ingen bekræftet adgangsnøgle her; registrér en under Adgangsnøgler.',
  'passkeys.other_content': () =>
    'Enheden underskrev noget andet end det, der afgøres nu; se igen.',
  'passkeys.own': () => 'En anden brugeradministrator bekræfter din adgangsnøgle.',
  'passkeys.reason_needed': () => 'Skriv hvorfor: begrundelsen gemmes med fjernelsen.',
  'passkeys.sign_in_again': () =>
    'Log ind igen først: det er for længe siden, du sidst loggede ind.',
  'passkeys.too_many': () => 'Du har 10 adgangsnøgler; fjern en først.',
  'passkeys.unconfirmed': () =>
    'En brugeradministrator skal bekræfte adgangsnøglen, før den tæller.',
  'passkeys.unknown': () => 'Det er ikke en af dine adgangsnøgler, der tæller.',
  'approvals.own_upload': () =>
    'Du har selv indlæst disse betalinger; en anden godkender og underskriver dem.',
  'approvals.behind_file': () =>
    'Du eller en, der er knyttet til dig, har klargjort denne fil; en anden godkender og underskriver den.',
  'approvals.decided_behind': () =>
    'En, der har klargjort betalingsfilen, har selv taget stilling til den; den skal godkendes på ny.',
  'approvals.reason_needed': () => 'Angiv en begrundelse; den gemmes sammen med afgørelsen.',
  'approvals.rejected': () => 'Betalingerne er afvist; intet bliver sendt.',
  'approvals.released': () => 'Betalingerne er underskrevet; nu kan kun banken standse dem.',
  'approvals.rule_name_taken': () => 'To regler har samme navn.',
  'approvals.same_manager': () =>
    'En anden brugeradministrator afgør det end den, der foreslog det.',
  'approvals.several_connections': () =>
    'Kontiene i filen hører til forskellige forbindelser; lav en fil til hver bank.',
  'approvals.tied_to_approver': () =>
    'Du og en, der har godkendt, tæller som én person; der skal en tredje til.',
  'approvals.tied_to_uploader': () =>
    'Du og den, der indlæste betalingerne, tæller som én person; en anden afgør det.',
  'approvals.too_many_named': () => 'Der kan højst nævnes 50 på én gang.',
  'approvals.too_many_rules': () => 'Der kan højst være 50 regler.',
  'audit.anchors_unavailable': () =>
    'Revisionssporets ankre kan hverken læses eller skrives; prøv igen om lidt.',
  'audit.broken': () => 'Hændelser er ændret, udeladt, tilføjet eller afkortet.',
  'banks.account_joined': () =>
    'En af kontiene er allerede lagt sammen med en anden; fortryd det først.',
  'banks.account_not_joined': () => 'Kontoen er ikke lagt sammen med en anden.',
  'banks.account_served': () => 'En anden forbindelse betaler allerede fra denne konto.',
  'banks.agreement_connected': () => 'Aftalen er allerede tilsluttet.',
  'banks.at_work': () => 'Forbindelsen er allerede i gang med dette; vent, til den er færdig.',
  'banks.bad_account': () =>
    'Dette er ikke et kontonummer: skriv IBAN eller registreringsnummer og konto.',
  'banks.bad_code': () => 'Sådan ser en aktiveringskode fra denne bank ikke ud.',
  'banks.bad_directory': () => 'Der er en fejl i filen med banker; »giroscope doctor« siger hvor.',
  'banks.bad_field': () => 'Sådan skriver banken det ikke; sammenlign med brevet.',
  'banks.bad_nickname': () => 'Et kaldenavn har højst 40 tegn.',
  'banks.bad_schedule': () =>
    'Der hentes hvert 5. til 720. minut, eller 0 for aldrig, mellem to hele klokkeslæt.',
  'banks.certificate_used_elsewhere': () =>
    'Certifikatet eller nøglen er i brug et andet sted; det må ikke tjene to steder.',
  'banks.changed_meanwhile': () => 'Nogen har ændret forbindelsen imens; se den igen.',
  'banks.has_history': () =>
    'Der er hentet eller sendt filer over forbindelsen; tilbagekald den i stedet for at slette den.',
  'banks.join_currencies': () => 'Kontiene har forskellige valutaer og kan ikke lægges sammen.',
  'banks.join_hides_currency': () =>
    'Kun den anden konto har en valuta: behold den, og læg denne sammen med den.',
  'banks.join_with_itself': () => 'Vælg to forskellige konti, der skal lægges sammen.',
  'banks.nickname_taken': () => 'En anden konto i denne valuta har allerede det kaldenavn.',
  'banks.no_address': () => 'Operatøren har ikke angivet, hvor denne bank nås.',
  'banks.no_reason': () => 'Angiv en begrundelse; den gemmes i revisionssporet.',
  'banks.not_activated': () =>
    'Forbindelsen har endnu intet certifikat; aktivér den med bankens kode.',
  'banks.not_demo': () => 'Denne forbindelse hører ikke til demodata.',
  'banks.not_independent': () =>
    'Du og den, der bad om det, tæller som én; en anden brugeradministrator afgør det.',
  'banks.not_our_key': () =>
    'Bankens certifikat hører til en anden nøgle end den, der er lavet her.',
  'banks.not_paused': () => 'Den er ikke sat på pause.',
  'banks.not_possible_now': () => 'Det er ikke muligt, som forbindelsen står nu.',
  'banks.paused': () => 'Forbindelsen er sat på pause; ophæv pausen først.',
  'banks.refused': () => 'Banken har afvist dette.',
  'banks.request_closed': () =>
    'Anmodningen er afgjort eller trukket tilbage, eller dens syv dage er gået.',
  'banks.second_person': () => 'En anden brugeradministrator afgør det: ikke den, der bad om det.',
  'banks.unreached': () =>
    'Banken blev ikke nået, eller dens svar er ikke til at stole på; intet er gået tabt.',
  'erp.at_work': () => 'Kontrollerne kører allerede; vent, til de er færdige.',
  'erp.bad_document': () => 'Dette er ikke en opsætning, der er eksporteret herfra.',
  'erp.bad_sheet': () => 'Dette er ikke et ark med tilknytninger.',
  'erp.bad_origin': () =>
    'Angiv en oprindelse: protokol, vært og eventuelt port, intet derefter, f.eks. https://erp.example.dk.',
  'erp.bad_setting': () => 'Det kan ikke være indstillingens værdi.',
  'erp.changed_meanwhile': () => 'Nogen har ændret opsætningen imens; se den igen.',
  'erp.conversation_failed': () => 'ERP-systemet svarede ikke, som det skulle.',
  'erp.draft_in_the_way': () => 'Der er allerede en kladde; tag den i brug eller kassér den først.',
  'erp.invalid': () => 'En kontrol er fejlet; få det, den nævner, i orden, og validér igen.',
  'erp.looks_secret': () => 'Dette ligner en hemmelighed, og indstillingen vises for alle.',
  'erp.mapping_changed': () => 'Nogen har ændret tilknytningen imens; se den igen.',
  'erp.mapping_refused': () => 'Sådan kan der ikke betales; ret det markerede felt.',
  'erp.no_connector': () => 'Der er ingen forbindelse til det ERP-system her.',
  'erp.no_draft': () => 'Der er ingen kladde; ret noget først.',
  'erp.no_such_setting': () => 'ERP-systemet har ingen indstilling med det navn.',
  'erp.not_at_work': () => 'Ingen kontrol kører.',
  'erp.not_complete': () => 'Noget, ERP-systemet har brug for, er ikke angivet.',
  'erp.not_configured': () => 'Intet ERP-system er sat op endnu.',
  'erp.not_held': () => 'Denne betaling venter ikke på nogen.',
  'erp.not_waiting': () => 'Dette er allerede skrevet eller ved at blive det.',
  'erp.nothing_to_undo': () => 'Der er ingen ændring at fortryde.',
  'erp.reason_needed': () => 'Skriv hvorfor.',
  'erp.not_validated': () =>
    'Validér kladden, som den er nu; den kan tages i brug, når den er gyldig.',
  'erp.nothing_to_check': () => 'Der er intet at kontrollere.',
  'erp.origin_not_secure': () => 'Økonomisystemets sider skal hentes over https.',
  'erp.too_many_origins': () => 'Listen er fuld; fjern først en oprindelse.',
  'erp.secret_gone': () => 'Denne versions hemmelighed er slettet; angiv den igen.',
  'logs.bad_keeping': () => 'En log gemmes i 1 til 3650 dage og fylder 10 til 1000000 megabyte.',
  'logs.keeping_changed': () => 'En anden har ændret, hvordan loggen opbevares; se på det igen.',
  'logs.no_bytes': () => 'Postens bytes er ikke gemt.',
  'logs.nothing_carried': () => 'Denne udveksling bragte ingen fil, der blev importeret.',
  'logs.only_inbound': () =>
    'Kun det, der kom ind, leveres igen; det, der er sendt, sendes igen fra sin journal.',
  'logs.reason_needed': () => 'Skriv, hvorfor det skal ses; begrundelsen kommer i revisionssporet.',
  'months.not_over': () => 'Måneden er ikke slut endnu; luk den, når den er.',
  'months.not_complete': () =>
    'Der mangler kontoudtog, eller de stemmer ikke; skriv, hvorfor måneden lukkes alligevel.',
  'months.closed': () => 'Måneden er allerede lukket; se igen.',
  'months.second_person_needed': () =>
    'Her lukker to en måned: foreslå det, og en anden bekræfter.',
  'months.proposed': () => 'Nogen har allerede foreslået at lukke denne måned; se igen.',
  'months.not_proposed': () => 'Ingen foreslår længere at lukke denne måned; se igen.',
  'months.moved': () => 'Måneden er ændret, siden du åbnede den; se igen, før du bekræfter.',
  'months.own_proposal': () =>
    'Du har selv foreslået at lukke måneden; en anden bekræfter eller afviser.',
  'months.not_independent': () =>
    'Du og forslagsstilleren regnes for én person; en anden afgør det.',
  'months.not_proposer': () => 'Kun forslagsstilleren kan trække dette tilbage.',
  'months.open': () => 'Måneden er ikke lukket; se igen.',
  'journals.being_imported': () => 'Dokumenterne er allerede ved at blive importeret.',
  'journals.not_settled': () => 'Ingen har afklaret denne journal på anden vis; se igen.',
  'journals.not_to_settle': () =>
    'Der er intet galt med denne journal, som kan afklares på anden vis.',
  'journals.too_many_comments': () =>
    'Der er skrevet meget mange kommentarer på et døgn; skriv igen i morgen.',
  'journals.undo_blocked': (values) => `Importen kan ikke fortrydes: ${blocks(values)}.`,
  'ledger.already_undone': () => 'Afgørelsen er allerede fortrudt.',
  'ledger.both_booked': () => 'Begge indgår i saldi på kontoudtog, så det er to posteringer.',
  'ledger.not_comparable': () =>
    'Kun to på samme konto, og posteringer med samme beløb, kan afgøres.',
  'messages.already_resolved': () => 'Meddelelsen er allerede løst.',
  'messages.not_resolved': () => 'Meddelelsen er ikke løst, så der er intet at trække tilbage.',
  'messages.note_too_long': () => 'En note kan højst være på 1.000 tegn.',
  'reconciliation.already_matched': () =>
    'Den er allerede matchet; se på den, hvem der gjorde det, og hvornår.',
  'reconciliation.automatic_changed': () => 'En anden har ændret automatisk match; se på det igen.',
  'reconciliation.bad_limit': () => 'Grænsen er et beløb fra 0 til 10.000.',
  'reconciliation.beyond_limit': () => 'Differencen er større, end din virksomhed tillader.',
  'reconciliation.bad_score': () => 'Posteringer matches automatisk fra en score på 90 til 100.',
  'reconciliation.limit_changed': () => 'En anden har ændret grænsen; se på den igen.',
  'reconciliation.not_accounted': () =>
    'Betalingerne giver ikke posteringens beløb; angiv årsagen, eller se på resten igen.',
  'reconciliation.not_so_many': () => 'Vælg mellem 1 og 100 betalinger.',
  'reconciliation.note_needed': () => 'Skriv, hvad differencen er, med højst 500 tegn.',
  'reconciliation.closed_month': () => 'Posteringens måned er lukket; genåbn den først.',
  'reconciliation.no_candidate': () => 'De to hører ikke længere sammen; se på kandidaterne igen.',
  'reconciliation.not_clear': () => 'Ingen kandidat har alene så høj en score; se selv på den.',
  'reconciliation.not_matched': () => 'Ingen har matchet den, eller matchet er allerede ophævet.',
  'corrections.already': () =>
    'Betalingen er allerede rettet og genindsendt; åbn betalingen, der erstatter den.',
  'corrections.day_closed': () => 'Bankerne har lukket den dag.',
  'corrections.day_past': () => 'Udførelsesdatoen er passeret eller ligger over et år fremme.',
  'corrections.in_doubt': () =>
    'Banken modsiger sig selv om betalingen; spørg banken, før den betales igen.',
  'corrections.seen_before': () =>
    'Banken siger, at den har betalingen allerede; se på den første, før den betales igen.',
  'corrections.unknown_answer': () =>
    'Bankens kode for betalingen er ukendt her; spørg banken, før den betales igen.',
  'corrections.in_recall': () => 'Betalingen er tilbagekaldt; afvent bankens svar.',
  'corrections.invalid_account': () =>
    'Det er ikke et gyldigt kontonummer: et IBAN har en bestemt længde og kontrolcifre.',
  'corrections.invalid_address': () =>
    'En adresse har en by og et land som en kode på to bogstaver.',
  'corrections.invalid_bic': () => 'En BIC har 8 eller 11 tegn.',
  'corrections.not_final': () =>
    'Kun afviste og returnerede betalinger kan genindsendes; se efter igen.',
  'corrections.not_writable': () =>
    'Den oprindelige fil kan ikke skrives på ny; betal med en ny fil fra økonomisystemet.',
  'corrections.nothing_chosen': () => 'Vælg 1 til 200 betalinger.',
  'corrections.original_paid': () =>
    'En betaling holdes tilbage: den, den erstatter, er ikke længere afvist eller returneret.',
  'recalls.already': () =>
    'Nogle af disse betalinger er allerede kaldt tilbage; vent på bankens svar.',
  'recalls.no_connection': () =>
    'Forbindelsen, som betalingerne blev sendt over, er afsluttet; ring til banken.',
  'recalls.no_way': () =>
    'Denne bank tager ikke imod tilbagekaldelser over sin forbindelse; ring til banken.',
  'recalls.not_asker': () =>
    'Kun den, der bad om det, trækker anmodningen tilbage; andre afslår den.',
  'recalls.not_recallable': () =>
    'Nogle af de valgte betalinger kan ikke kaldes tilbage; det kan afviste ikke.',
  'recalls.not_sent': () => 'Banken har ikke disse betalinger; stop dem i stedet i køen.',
  'recalls.not_sent_here': () =>
    'Disse betalinger er ikke sendt over en forbindelse her; kontakt banken direkte.',
  'recalls.not_waiting': () => 'Denne anmodning venter ikke længere på nogen; se igen.',
  'recalls.not_writable': () =>
    'Der kan ikke skrives en anmodning for disse betalinger; ring til banken.',
  'recalls.nothing_to_recall': () =>
    'Ingen af disse betalinger kan kaldes tilbage; det kan afviste og returnerede ikke.',
  'recalls.outcome_open': () => 'Ingen ved endnu, om banken har disse betalinger; afgør det først.',
  'recalls.second_person': () =>
    'En anden bekræfter den: ikke den, der bad om det, og ikke en, der regnes for den samme.',
  'search.too_short': () => 'Søg efter mindst to tegn.',
  'payments.sent_by_others': () =>
    'Over forbindelsen er der også sendt betalinger, som ikke er demodata.',
  'sending.no_recall': () => 'Filen i køen beder ingen betalinger tilbage.',
  'sending.not_resendable': () => 'Sendes disse betalinger igen, kan de blive betalt to gange.',
  'sending.not_undecided': () =>
    'Det vides, hvad der blev af disse betalinger; der er intet at afgøre.',
  'sending.nothing': () => 'Disse betalinger er ikke underskrevet, så intet er på vej.',
  'sending.reason_needed': () => 'Skriv hvorfor; begrundelsen gemmes sammen med afgørelsen.',
  'sending.second_person': () =>
    'En anden sender den igen: ikke den, der afgjorde, at den ikke kom frem.',
  'sending.sent_before': () =>
    'En fil med dette meddelelses-id er allerede sendt til denne bank; giv den et nyt.',
  'sending.too_late': () => 'Den er sendt eller på vej; nu kan kun banken stoppe den.',
  'uploads.no_work': () => 'Der er intet arbejde i gang med denne upload.',
  'uploads.not_an_import': () => 'Kun en import kan annulleres.',
  'uploads.not_retryable': () => 'Kun en import, der ikke lykkedes, kan prøves igen.',
  'uploads.not_undoable': () => 'Kun en gennemført import kan fortrydes.',
  'uploads.on_right_page': () => 'Filen er allerede på den rigtige side.',
  'users.approvers_account': () =>
    'Betalingsgodkenderes og brugeradministratorers mail og adgangskode er kun deres egne.',
  'users.bad_mail': () => 'Dette er ikke en mailadresse.',
  'users.last_manager': () =>
    'Dette er den sidste brugeradministrator, der kan logge ind; udnævn en anden først.',
  'users.mail_works': () =>
    'Invitationen er sendt med mail; en adgangskode vises kun, hvor mail ikke virker.',
  'users.no_manager': () =>
    'Du er ikke længere brugeradministrator; log ind igen for at se, hvad der er ændret.',
  'users.still_needed': () => 'Der venter betalinger, som personen har del i; afgør dem først.',
  'users.not_disabled': () => 'Spær personen først; så sker der ikke mere i personens navn.',
  'users.not_independent': () =>
    'Du og den, der har anmodet, tæller som én; en anden brugeradministrator afgør det.',
  'users.not_invited': () =>
    'Personen har allerede logget ind eller er deaktiveret; der er ingen invitation.',
  'users.not_requester': () =>
    'Kun den, der har anmodet om en rolle, kan trække anmodningen tilbage.',
  'users.only_at_the_shell': () =>
    'Kun operatøren ved kommandolinjen gør dette uden en anden person.',
  'users.own_account': () =>
    'Det gør man ikke ved sig selv; brug din profil, eller spørg en anden brugeradministrator.',
  'clients.bad': () => 'Angiv et navn, mindst ét område og ingen dato, der er passeret.',
  'clients.name_taken': () => 'En anden API-klient har dette navn.',
  'clients.too_many': () =>
    'Der er allerede så mange API-klienter, som der må være; slet en først.',
  api_client_refused: () => 'API-klienten må ikke kalde nu; dens administrator kan sige hvorfor.',
  'users.own_rights': () => 'Ingen ændrer sine egne roller; spørg en anden brugeradministrator.',
  'users.request_closed': () =>
    'Anmodningen er afgjort eller trukket tilbage, eller dens syv dage er gået.',
  'users.requester_gone': () =>
    'Den, der anmodede om rollen, er ikke længere brugeradministrator; anmod igen.',
  'erp.request_over': () => 'Det er afgjort, erstattet eller for gammelt; bed om det på ny.',
  'erp.same_person': () => 'En anden brugeradministrator end den, der anmodede, bekræfter.',
  'erp.not_independent': () =>
    'Du og den, der anmodede, tæller som én person; en anden brugeradministrator bekræfter.',
  'erp.requester_gone': () =>
    'Den, der anmodede, er ikke længere brugeradministrator; bed om det på ny.',
  'erp.not_requester': () => 'Kun den, der anmodede, trækker anmodningen tilbage.',
  'erp.no_manager': () =>
    'Du er ikke længere brugeradministrator; log ind igen, hvis det er ændret.',
  'erp.account_needs_request': () =>
    'Kontoen, der betales fra, ville blive en anden: gem tilknytningen med den i stedet.',
  'users.manage_and_approve': () =>
    'Ingen administrerer brugere og godkender betalinger; angiv hvorfor, hvis det skal være sådan.',
  'users.role_conflict': () =>
    'Den, der uploader betalinger, må ikke også godkende dem; det tillader denne installation ikke.',
  'users.second_person': () =>
    'En anden brugeradministrator afgør det: hverken den, der anmodede, eller den, det handler om.',
  'users.unknown_person': () => 'Ingen hedder sådan her, eller flere gør.',
  'users.unknown_role': () => 'Kun Giroscopes egne roller kan gives og fjernes her.',
  'views.bad': () => 'Dette er ikke en visning af en liste.',
  'views.name_taken': () => 'Du har allerede en visning med det navn.',
  'views.not_yours': () => 'Kun ejeren eller en brugeradministrator ændrer en delt visning.',
  'views.too_many': () => 'Du har allerede hundrede visninger af denne liste; slet en først.',
  'views.too_many_in_all': () => 'Du har allerede tre hundrede visninger; slet en først.',
  'webhooks.bad_address': () =>
    'Adressen begynder med https:// og en vært og må hverken have bruger eller fragment.',
  'webhooks.bad_name': () => 'Et navn har 1 til 80 tegn.',
  'webhooks.no_delivery': () => 'Der er ingen sådan levering.',
  'webhooks.no_endpoint': () => 'Der er intet sådant endpoint.',
  'webhooks.no_types': () => 'Vælg mindst én hændelsestype.',
  'webhooks.not_ended': () => 'Den er stadig på vej; vent, til det er afsluttet.',
  'webhooks.off': () => 'Endpointet er slået fra; slå det til først.',
  'webhooks.plain_address': () =>
    'Webhooks sendes over https, medmindre operatøren har tilladt værten.',
  'webhooks.private_address': () =>
    'Adressen fører ind i et privat netværk; operatøren skal tillade værten.',
  'webhooks.too_many': () => 'Der er så mange endpoints, som der må være; slet et først.',
};

/** The sentence of a code, where there is one. */
export const danishRefusal = (code: string | null, values: Values): string | null =>
  DANISH[code ?? '']?.(values) ?? null;
