### Refusals and failures of the kernel: sign-in, mail, work that failed.

unauthenticated = Log ind først: forespørgslen har intet gyldigt adgangsbevis.
forbidden = Dine roller tillader det ikke.
not_found = Der er intet på denne adresse, eller du har ikke adgang til det.
invalid_input = Forespørgslen kan ikke forstås.
conflict = Det er ikke muligt, som tingene står nu.
too_large = Filen er større, end denne installation tager imod.
too_slow = Forespørgslen nåede ikke frem i tide; send den igen.
rate_limited = Der kom for mange forespørgsler; vent et øjeblik, og prøv igen.
misdirected = Dette er ikke stedet at spørge.
too_complex = Der blev spurgt om mere, end ét svar kan rumme.
unavailable = En del, som dette kræver, svarer ikke; prøv igen om et øjeblik.
product_fault = En fejl i produktet standsede dette (hændelse { $incident })
identity_unavailable = Login-tjenesten svarer ikke; prøv igen om et øjeblik.
sign_in_endless = Login-tjenestens svar hører aldrig op
sign_in_unexpected = Login-tjenesten svarer med noget andet end ventet
identity_locked = Login-tjenesten giver ikke Giroscope adgang; driften skal bringe det i orden.
sign_in_not_permitted = Login-tjenesten giver ikke vores konto denne ret.
identity_refused = Login-tjenesten afviser dette.
identity_mail = Login-tjenesten kunne ikke sende mailen; dens mailserver skal sættes op.
mail_server_silent = Mailserveren svarer ikke
mail_not_written = Mailen kunne ikke gemmes
mail_refused = Mailserveren afviste { $address }
address_unusable = { $address } kan ikke bruges
