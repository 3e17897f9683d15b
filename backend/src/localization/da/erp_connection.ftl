### What work with an ERP ends with.

product_fault = En fejl i produktet standsede dette
connector_missing = Her findes ingen forbindelse »{ $kind }«
connector_gone = Forbindelsen »{ $kind }« er ikke længere installeret
no_connector = Her findes ingen forbindelse til dette ERP-system.
not_configured = Der er endnu ikke opsat noget ERP-system.
setting_missing = Noget, som ERP-systemet kræver, er ikke udfyldt.
answered_wrongly = ERP-systemet svarede ikke, som det skulle.
payment_gone = Betalingen findes ikke længere
payment_changed = Betalingen blev ændret, efter at den var læst
payment_open = Betalingen er åben
payment_claimed = Betalingen er reserveret
payment_sent = Betalingen er sendt
payment_accepted = Betalingen er accepteret
payment_executed = Betalingen er udført
payment_booked = Betalingen er bogført
payment_rejected = Betalingen er afvist
payment_returned = Betalingen er returneret
payment_cancelled = Betalingen er annulleret
