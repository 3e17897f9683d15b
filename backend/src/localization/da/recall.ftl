### Requests for recall, in messages and timelines.

asked = Bedt om tilbagekaldelse af betalinger ({ $count }); venter på, at en anden bekræfter: { $reason }
confirmed = Anmodning om tilbagekaldelse bekræftet
declined = Anmodning om tilbagekaldelse afslået: { $reason }
withdrawn = Anmodning om tilbagekaldelse trukket tilbage
queued = { $name } venter på afsendelse
sent = Banken har anmodningen om tilbagekaldelse
proven = Det, banken har sendt, viser, at den har anmodningen om tilbagekaldelse
send_refused = Banken afviste anmodningen om tilbagekaldelse; ring til den: { $reason }
unknown = Ingen ved, om banken har anmodningen om tilbagekaldelse. Den sendes ikke igen: spørg banken, og afgør det derefter. { $reason }
gave_up = Banken kunne ikke nås i et døgn. Anmodningen om tilbagekaldelse er ikke sendt; ring til banken: { $reason }
not_released = Anmodningen om tilbagekaldelse blev holdt tilbage: filen på dens plads tilbagekalder ingen betalinger. Intet er sendt; find ud af, hvem der har ændret den
paused = Anmodningen om tilbagekaldelse venter, til bankens pause er ophævet; ring til banken
not_reached = Banken blev ikke nået. Anmodningen om tilbagekaldelse forsøges igen: { $reason }
not_ready = Anmodningen om tilbagekaldelse kan endnu ikke sendes og forsøges igen: { $reason }
cancelled = Anmodning om tilbagekaldelse stoppet, før noget blev sendt: { $reason }
decided_arrived = Afgjort, at banken har anmodningen: { $reason }
decided_not_arrived = Afgjort, at banken ikke har anmodningen: { $reason }
again = Anmodning om tilbagekaldelse lagt i køen igen
accepted = Taget tilbage af banken: { $count }
pending = Banken arbejder på at tage dem tilbage: { $count }
refused = Ikke givet tilbage af banken: { $count }
refused_why = Ikke givet tilbage af banken ({ $reason }): { $count }
accepted_why = Taget tilbage af banken ({ $reason }): { $count }
pending_why = Banken arbejder på at tage dem tilbage ({ $reason }): { $count }
