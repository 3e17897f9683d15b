### What a person does about a refusal; docs/status.md lists them.

ACCOUNT = Få kontonummeret af modtageren ad en vej, du stoler på, ret det, og betal igen i en ny fil.
ADDRESS = Angiv by og land i adressens egne felter, og betal igen i en ny fil.
AGREEMENT = Spørg banken, hvad aftalen mangler, eller betal fra en konto, der må foretage denne slags betaling.
AMOUNT = Ret beløbet i økonomisystemet, og lav en ny fil.
ASK_BANK = Spørg banken; giv den meddelelses-id og end-to-end-id.
ASK_PAYEE = Spørg modtageren, og betal igen, hvis beløbet stadig skyldes.
BANK = Ret modtagerens bank (BIC eller registreringsnummer), og betal igen i en ny fil.
CANCELLED = Betal kun igen, hvis beløbet stadig skyldes.
CURRENCY = Betal i en valuta, som begge konti tager imod.
DATE = Vælg en bankdag, som banken stadig kan nå, og lav en ny fil.
DUPLICATE = Betal ikke igen endnu: se den førstes status og kontoudtoget. Er den betalt, er der intet tilbage at gøre.
FIELD = Ret feltet i økonomisystemet, og lav en ny fil.
FILE = Få den, der laver filen, til at rette den. Banken har intet taget fra den.
FUNDS = Sæt penge ind på kontoen, og betal derefter igen i en ny fil.
LIMIT = Bed banken om en højere grænse, eller del betalingen.
NAME = Sammenlign navnet med kontohaverens, ret det, og betal igen i en ny fil.
OTHER_ACCOUNT = Få en anden konto af modtageren ad en vej, du stoler på, og betal igen i en ny fil.
OWN_ACCOUNT = Sammenlign egen konto i økonomisystemet med bankens, ret den, og lav en ny fil.
READ = Læs bankens egne ord ved koden.
REFERENCE = Ret betalingsreferencen (FIK-linje eller kreditorreference), og betal igen i en ny fil.
REGULATION = Spørg banken, hvilke oplysninger der mangler. Betal ikke ad anden vej, før den har svaret.
RETRY = Selve betalingen er i orden: betal igen i en ny fil, og spørg banken, hvis det mislykkes igen.
SIGNATURE = Se på forbindelsens certifikat under Banker, og spørg banken, hvad underskriveren må.
WAIT = Intet at gøre: banken fortæller mere.
