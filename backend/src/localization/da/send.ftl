### The way of a payment file, in messages and timelines.

sent = Banken har betalingsfilen
proven = Det, banken har sendt, viser, at den har betalingsfilen
refused = Banken afviste betalingsfilen; intet i den er betalt: { $reason }
unknown = Ingen ved, om banken har betalingsfilen. Den sendes ikke igen: spørg banken, og afgør det derefter. { $reason }
gave_up = Banken kunne ikke nås i et døgn. Betalingsfilen er ikke sendt; send den igen, når banken svarer: { $reason }
not_released = Betalingsfilen blev holdt tilbage: dens godkendelser kan ikke bekræftes. Intet i den er sendt; find ud af, hvem der har ændret dem, før den sendes igen
paused = Betalingsfilen venter, til bankens pause er ophævet
not_reached = Banken blev ikke nået. Betalingsfilen er ikke sendt og forsøges igen: { $reason }
not_ready = Betalingsfilen kan endnu ikke sendes og forsøges igen: { $reason }
cancelled = Stoppet, før noget blev sendt: { $reason }
decided_arrived = Afgjort, at banken har filen: { $reason }
decided_not_arrived = Afgjort, at banken ikke har filen: { $reason }
again = Lagt i køen igen
