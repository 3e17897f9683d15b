### Lines of a journal's timeline.

status_late = { $name } kom sent og ændrer intet
status_repeated = { $name } siger intet nyt
status_unknown = Betalinger står nu som { $status }, en kode der ikke kendes her: { $count }
status_strangers = { $count } linjer i { $name } nævner betalinger, som denne journal ikke har
settled = Afklaret på anden vis: { $reason }
unsettled = Taget op igen
resolution_received = { $name } modtaget
resolution_reimported = { $name } importeret igen
reimport_same = Da { $name } blev importeret igen, ændrede det intet
reimport_changed = Da { $name } blev importeret igen, ændrede det: { $changed }
booked = Bogført på { $name }
unbooked = { $name } fjernede en postering, der bogførte en betaling
payment_received = Betalingsfilen { $name } er modtaget
payment_reimported = Betalingsfilen { $name } er importeret igen
status_received = Statusrapporten { $name } er modtaget
status_reimported = Statusrapporten { $name } er importeret igen
statement_received = Kontoudtoget { $name } er modtaget
statement_reimported = Kontoudtoget { $name } er importeret igen
status_stage = { $meaning } ({ $status }): { $count }
changed_state = tilstand
changed_payments = betalinger { $was } → { $now }
changed_accepted = accepteret { $was } → { $now }
changed_rejected = afvist { $was } → { $now }
changed_pending = afventer { $was } → { $now }
changed_booked = bogført { $was } → { $now }
